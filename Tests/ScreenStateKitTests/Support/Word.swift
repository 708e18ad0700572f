/// An item with a version that distinguishes older and newer items with the same id.
struct Word: Identifiable, Hashable, Sendable {
  var id: Int
  var version = 0
}

func words(_ ids: Int..., version: Int = 0) -> [Word] {
  ids.map { Word(id: $0, version: version) }
}
