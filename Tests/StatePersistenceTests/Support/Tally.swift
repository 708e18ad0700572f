import Observation

@testable import StatePersistence

/// A state with a field of each kind that several places change.
@Observable @MainActor
final class Tally: PersistentState {
  var plain = 0
  var count = 0
  var tags: Set<String> = []
  var odd = OddNumber(value: 0)

  static let persistence = Persistence<Tally>(name: "Tally", version: 1) {
    Persisted("plain", \.plain)
    Persisted("count", \.count) { base, here, there in here + there - (base ?? 0) }
    Persisted("tags", \.tags) { base, here, there in
      let base = base ?? []
      return here.union(there.subtracting(base)).subtracting(base.subtracting(there))
    }
    Persisted("odd", \.odd)
  }
}
