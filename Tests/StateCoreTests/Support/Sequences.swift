/// Returns all sequences of `operations` with up to `maximumLength` elements, including the empty one.
func allSequences<Operation>(
  of operations: [Operation],
  upTo maximumLength: Int
) -> [[Operation]] {
  var all: [[Operation]] = [[]]
  var longest: [[Operation]] = [[]]
  for _ in 0..<maximumLength {
    longest = longest.flatMap { sequence in operations.map { sequence + [$0] } }
    all += longest
  }
  return all
}
