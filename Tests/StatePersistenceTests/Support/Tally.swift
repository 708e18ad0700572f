import Observation

@testable import StatePersistence

/// A state with a field of each kind, for tests that change it both here and elsewhere.
@Observable @MainActor
final class Tally: PersistentState {
  var plain = 0
  var count = 0
  var tags: Set<String> = []
  var odd = OddNumber(value: 0)
  let part = Part()
  var draft: Part?
  var parts: [Part] = []

  static let persistence = Persistence<Tally>(name: "Tally", version: 1) {
    Persisted("plain", \.plain)
    Persisted("count", \.count) { base, here, there in here + there - (base ?? 0) }
    Persisted("tags", \.tags) { base, here, there in
      let base = base ?? []
      return here.union(there.subtracting(base)).subtracting(base.subtracting(there))
    }
    Persisted("odd", \.odd)
    Persisted("part", child: \.part)
    Persisted("draft", child: \.draft) { Part() }
    Persisted("parts", children: \.parts, id: \.id) { Part(id: $0) }
  }
}

/// A child with a field without a merge, one with a merge, and another child.
@Observable @MainActor
final class Part: PersistentState {
  @Observable @MainActor
  final class Inner: PersistentState {
    var count = 0

    static let persistence = Persistence<Inner>(name: "Inner", version: 1) {
      Persisted("count", \.count) { base, here, there in here + there - (base ?? 0) }
    }
  }

  let id: Int
  var plain = 0
  var count = 0
  let inner = Inner()

  init(id: Int = 0) {
    self.id = id
  }

  static let persistence = Persistence<Part>(name: "Part", version: 1) {
    Persisted("plain", \.plain)
    Persisted("count", \.count) { base, here, there in here + there - (base ?? 0) }
    Persisted("inner", child: \.inner)
  }
}
