import StateFields

@testable import FeatureStore

/// A child that reacts to its fields.
struct Kid: Feature {
  @MainActor @Observable final class State: SnapshotState, Identifiable {
    let id: Int
    var value = 0
    var half = 0
    var loaded = 0
    /// The reactions that have run.
    var seen: [String] = []

    init(_ id: Int, _ value: Int = 0) {
      self.id = id
      self.value = value
    }

    func makeEmptyCopy() -> State? { State(id) }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("value", \.value)
      SnapshotField("half", \.half)
      SnapshotField("loaded", \.loaded)
      SnapshotField("seen", \.seen)
    }
  }

  enum Action: Sendable {
    case set(Int)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .set(let value): state.value = value
      }
      return .none
    }
    .onChange(of: \.value) { old, new, state in
      state.seen.append("value \(old) \(new)")
      state.half = new / 2
      return .run { $0.loaded = new }
    }
    .onChange(of: \.half) { old, new, state in state.seen.append("half \(old) \(new)") }
  }
}

/// A child without reactions, whose child has some.
struct Pram: Feature {
  @MainActor @Observable final class State: SnapshotState {
    var kid = Kid.State(0)

    func makeEmptyCopy() -> State? { State() }

    static let snapshotFields = SnapshotFields<State> { SnapshotField("kid", child: \.kid) }
  }

  let kid = Child(\.kid, Kid())

  func handle() -> ActionHandler<Never, State> { .empty }
}

/// A parent whose children react.
struct Family: Feature {
  @MainActor @Observable final class State: SnapshotState {
    var first = Kid.State(1)
    var guest: Kid.State?
    var kids: [Kid.State] = []
    var pram = Pram.State()
    /// The reactions of the parent that have run.
    var seen: [String] = []

    var sum: Int { kids.reduce(first.value) { $0 + $1.value } }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("first", child: \.first)
      SnapshotField("guest", child: \.guest)
      SnapshotField("kids", children: \.kids)
      SnapshotField("pram", child: \.pram)
      SnapshotField("seen", \.seen)
    }
  }

  enum Action: Sendable {
    case change(@MainActor @Sendable (State) -> Void)
    case work(@Sendable () -> ActionTask<Action, State>)
  }

  let first = Child(\.first, Kid())
  let guest = OptionalChild(\.guest, Kid())
  let kids = ChildCollection(\.kids, Kid())
  let pram = Child(\.pram, Pram())

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .change(let change):
        change(state)
        return .none
      case .work(let effect): return effect()
      }
    }
    .onChange(of: \.sum) { old, new, state in state.seen.append("\(old) \(new)") }
  }
}

/// A feature that consists of another one.
struct Household: Feature {
  let family = Family()

  func handle() -> ActionHandler<Family.Action, Family.State> { family.handle() }
}
