import Figures
import ViewFeature

/// The cost of one of 10,000, compared with that of one of 1,000.
enum GrowthRow: Row {
  static let name = "growth"

  private static let few = 1_000
  private static let many = 10_000

  static func figures(rounds: Int) async -> [Figure] {
    [
      await figure("restarts under one id, each", rounds) { count in
        await run(count) { .run {}.execution(.restart, id: "id") }
      },
      await figure("queued under one id and cancelled, each", rounds) { count in
        await run(count, cancels: true) { .run {}.queued(id: "id") }
      },
      await figure("concurrent under one id, each", rounds) { count in
        await run(count) { .run {}.execution(.concurrent, id: "id") }
      },
      await figure("nested merges, each", rounds) { count in
        var merge = GrowthFeature.Effect.none
        for _ in 0..<count { merge = .merge(merge, .run {}) }
        let effect = merge
        await run(1) { effect }
      },
      await figure("rows appended and scoped, each", rounds) { count in
        let store = Store(initialState: GrowthFeature.State(), feature: GrowthFeature())
        for id in 0..<count {
          store.send(.append(id))
          _ = store.scope(\.rows, id: id)
        }
      },
    ]
  }

  private static func run(
    _ count: Int,
    cancels: Bool = false,
    _ effect: @MainActor () -> GrowthFeature.Effect
  ) async {
    let store = Store(initialState: GrowthFeature.State(), feature: GrowthFeature())
    let sent: [SentAction] = (0..<count).map { _ in store.send(.run(effect())) }
    if cancels { store.cancelAllTasks() }
    for sent in sent { await sent.value }
  }

  private static func figure(
    _ operation: String,
    _ rounds: Int,
    _ body: @MainActor (_ count: Int) async -> Void
  ) async -> Figure {
    let comparison = await Comparison.measure(
      rounds: min(rounds, 5),
      parts: (many, few),
      operation: { for _ in 0..<$0 { await body(many) } },
      limit: { for _ in 0..<$0 { await body(few) } }
    )
    return Figure(
      row: name,
      "\(many) \(operation)",
      against: "\(few)",
      comparison,
      highestRatio: 2
    )
  }
}

private struct GrowthFeature: Feature {
  @Observable
  @MainActor
  final class State {
    var rows: [Row.State] = []
  }

  enum Action: Sendable {
    case append(Int)
    case run(Effect)
  }

  struct Row: Feature {
    @MainActor
    final class State: Identifiable {
      let id: Int

      init(id: Int) {
        self.id = id
      }
    }

    enum Action: Sendable {
      case none
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  let rows = ChildCollection(\State.rows, Row())

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .append(let id):
        state.rows.append(Row.State(id: id))
        return .none
      case .run(let effect):
        return effect
      }
    }
  }
}
