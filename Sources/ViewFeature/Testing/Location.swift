/// A place in a test.
struct Location {
  let file: StaticString
  let line: UInt
}
