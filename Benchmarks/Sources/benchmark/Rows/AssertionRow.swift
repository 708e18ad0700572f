import Figures
import ViewFeature

/// The cost of an assertion of a test store whose state has 100 fields and 1,000 children.
///
/// `scripts/benchmark` also runs it in a debug build, as for tests.
enum AssertionRow: Row {
  static let name = "assertion"

  static func figures(rounds: Int) async -> [Figure] {
    let store = TestStore(
      initialState: LargeFeature.State(),
      feature: LargeFeature(),
      assertionProvider: PrintAssertionProvider()
    )
    let field = await cost(rounds) { await store.send(.increment(50)) { $0.values[50] += 1 } }
    let child = await cost(rounds) {
      await store.send(\.rows[id: 500], .increment) { $0.rows[500].count += 1 }
    }
    let received = await cost(rounds) {
      await store.send(\.rows[id: 999], .incrementLater)
      await store.receive(\.rows[id: 999], .increment) { $0.rows[999].count += 1 }
    }
    let (one, two) = (5_000_000.0, 10_000_000.0)
    return [
      Figure(row: name, "change of one of 100 fields", nanoseconds: field, highest: one),
      Figure(row: name, "change of one of 1,000 children", nanoseconds: child, highest: one),
      Figure(row: name, "two, one of a child's effect", nanoseconds: received, highest: two),
    ]
  }

  private static func cost(
    _ rounds: Int,
    _ assertion: @MainActor () async -> Void
  ) async -> Double {
    await assertion()
    var costs: [Double] = []
    for _ in 0..<rounds {
      let start = CPUTime.nanoseconds
      for _ in 0..<5 { await assertion() }
      costs.append(Double(CPUTime.nanoseconds - start) / 5)
    }
    return costs.median
  }
}

private struct LargeFeature: Feature {
  @Observable
  @MainActor
  final class State: SnapshotState {
    var values = Array(repeating: 0, count: 100)
    var rows = (0..<1_000).map { Item.State(id: $0) }

    static let snapshotFields = (0..<100).reduce(
      SnapshotFields<State> { SnapshotField("rows", children: \.rows) }
    ) { fields, index in
      fields.adding { SnapshotField("value \(index)", \.values[index]) }
    }
  }

  enum Action: Sendable {
    case increment(Int)
  }

  let rows = ChildCollection(\State.rows, Item())

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .increment(let index): state.values[index] += 1
      }
      return .none
    }
  }
}

private struct Item: Feature {
  @Observable
  @MainActor
  final class State: SnapshotState, Identifiable {
    let id: Int
    var text = "text"
    var count = 0

    init(id: Int) {
      self.id = id
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("id", \.id)
      SnapshotField("text", \.text)
      SnapshotField("count", \.count)
    }
  }

  enum Action: Equatable, Sendable {
    case increment
    case incrementLater
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .incrementLater:
        return .run { _, send in send(.increment) }
      }
    }
  }
}
