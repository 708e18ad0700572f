/// An error with a name.
struct TestError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String = "error") {
    self.description = description
  }
}
