import StateTestSupport
import ViewFeature

/// A stop of a tour, whose work runs until its gate opens.
struct Stop: OutputFeature {
  @MainActor @Observable final class State: Identifiable, SnapshotState {
    let id: Int
    var text = ""
    var work = Set<String>()
    var ended: [String] = []

    init(_ id: Int) {
      self.id = id
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("text", \.text)
    }

    func makeEmptyCopy() -> State? { State(id) }
  }

  enum Action: Equatable, Sendable {
    case type(String)
    case work(String)
    case workStubbornly
    case report
    case leave
    case leaveLater
    case leaveThenReport
  }

  enum Output: Equatable, Sendable {
    case reported(String)
  }

  let gate: Gate

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .type(let text):
        state.text = text
        return .none
      case .work(let name):
        state.work.insert(name)
        return .run { state, _ in
          defer { state.ended.append(name) }
          try await gate.pass()
        }
      case .workStubbornly:
        return .run { _ in
          await gate.passStubbornly()
          await store.dismiss()
          await store.output(.reported("late"))
        }
      case .report: return output(.reported(state.text))
      case .leave: return dismiss()
      case .leaveLater:
        return .run { _ in
          try await gate.pass()
          await store.dismiss()
          // The dismissal has cancelled this effect.
          await store.output(.reported("after"))
        }
      case .leaveThenReport: return .merge(dismiss(), output(.reported("after")))
      }
    }
  }
}

/// Another kind of stop.
struct Sight: Feature {
  @MainActor @Observable final class State: Identifiable, SnapshotState {
    var text = ""

    static let snapshotFields = SnapshotFields<State> { SnapshotField("text", \.text) }

    func makeEmptyCopy() -> State? { State() }
  }

  enum Action: Equatable, Sendable {
    case type(String)
    case leave
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .type(let text):
        state.text = text
        return .none
      case .leave: return dismiss()
      }
    }
  }
}

/// A parent with one of several children, and a path of children.
struct Tour: Feature {
  enum Destination: NavigationTarget {
    case start(Stop.State)
    case end(Stop.State)
    case sight(Sight.State)
    case help(page: Int)
    case map
  }

  enum Screen: NavigationTarget {
    case stop(Stop.State)
    case rest(Stop.State)
    case sight(here: Sight.State)
    case text(String)
  }

  @MainActor @Observable final class State: SnapshotState {
    var destination: Destination?
    var path: [Screen] = []
    var tab = Destination.map
    var log: [String] = []
    /// The number of reads of the destination.
    @ObservationIgnored var reads = 0

    var countedDestination: Destination? {
      reads += 1
      return destination
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField(
        "destination",
        \.destination,
        cases: Destination.start,
        Destination.end,
        Destination.sight
      )
      SnapshotField("path", \.path, cases: Screen.stop, Screen.rest, Screen.sight)
      SnapshotField("log", \.log)
    }
  }

  enum Action: Equatable, Sendable {
    case open(Int)
    case close
    case push(Int)
    case pop
    case start(Stop.Output)
    case stop(Int, Stop.Output)
    case rest(Int, Stop.Output)
    case tell(String)
    case removeNothing
  }

  let start: OptionalChild<Stop>
  let end: OptionalChild<Stop>
  let sight = OptionalChild(\State.destination, Sight())
  let counted = OptionalChild(\State.countedDestination, Sight())
  let tab = OptionalChild(\State.tab, Sight())
  let stops: ChildCollection<Stop, Int>
  let rests: ChildCollection<Stop, Int>
  let sights = ChildCollection(\State.path, Sight())

  init(gate: Gate = Gate()) {
    let stop = Stop(gate: gate)
    start = OptionalChild(
      \.destination,
      case: Destination.start,
      stop,
      output: Action.start
    )
    end = OptionalChild(\.destination, case: Destination.end, stop, output: .ignored)
    stops = ChildCollection(\.path, case: Screen.stop, stop, output: Action.stop)
    rests = ChildCollection(\.path, case: Screen.rest, stop, output: Action.rest)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .open(let id): state.destination = .start(Stop.State(id))
      case .close: state.destination = nil
      case .push(let id): state.path.append(.stop(Stop.State(id)))
      case .pop: state.path.removeLast()
      case .start(let output): state.log.append("start \(output)")
      case .stop(let id, let output): state.log.append("stop \(id) \(output)")
      case .rest(let id, let output): state.log.append("rest \(id) \(output)")
      case .tell(let text):
        return .merge(
          send(.type(text), to: \.start),
          send(.type(text), toAll: \.stops)
        )
      case .removeNothing: break
      }
      return .none
    }
  }
}
