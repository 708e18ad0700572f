import Figures
import ViewFeature

enum MemoryRow: Row {
  static let name = "memory"

  static func figures(rounds: Int) async -> [Figure] {
    [
      Figure(row: name, "idle store with its state", bytes: bytesOfIdleStore()),
      Figure(
        row: name,
        "retained after 1,000,000 actions",
        bytes: await bytesRetained(after: 1_000_000),
        highest: 0
      ),
    ]
  }

  private static func bytesOfIdleStore() -> Double {
    let count = 10_000
    var stores: [Store<CounterFeature>] = []
    stores.reserveCapacity(count)
    let before = Heap.bytesInUse
    for _ in 0..<count { stores.append(CounterFeature.makeStore()) }
    let bytes = Heap.bytesInUse - before
    return withExtendedLifetime(stores) { Double(bytes) / Double(count) }
  }

  /// The memory that each fifth of the actions newly retains.
  ///
  /// Every tenth action has an effect.
  ///
  /// The allocator sometimes keeps memory itself, which the next fifth reuses.
  private static func bytesRetained(after actions: Int) async -> Double {
    let store = CounterFeature.makeStore()
    var growth = Int.max
    for _ in 0..<6 {
      let before = Heap.bytesInUse
      for _ in 0..<(actions / 50) {
        for _ in 0..<9 { store.send(.increment) }
        await store.send(.incrementLater).value
      }
      growth = min(growth, Heap.bytesInUse - before)
    }
    return Double(max(0, growth))
  }
}
