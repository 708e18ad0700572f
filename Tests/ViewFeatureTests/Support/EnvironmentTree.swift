import StateCore
import StateTestSupport
import ViewFeature

enum MarkKey: StoreEnvironmentKey {
  static let liveValue = 100
  static let testValue = 0
}

enum LabelKey: StoreEnvironmentKey {
  static let liveValue = 200
  static let testValue = 0
}

extension StoreEnvironment {
  var mark: Int {
    get { self[MarkKey.self] }
    set { self[MarkKey.self] = newValue }
  }

  var label: Int {
    get { self[LabelKey.self] }
    set { self[LabelKey.self] = newValue }
  }
}

/// The two values of an environment.
struct EnvironmentReading: Equatable, Sendable {
  var mark: Int
  var label: Int
}

/// A change of an environment.
enum EnvironmentChange: Sendable {
  case mark(Int)
  case label(Int)
  /// A value that comes from another one.
  case markFromLabel

  func apply(to values: inout StoreEnvironment) {
    switch self {
    case .mark(let value): values.mark = value
    case .label(let value): values.label = value
    case .markFromLabel: values.mark = values.label + 1_000
    }
  }

  func apply(to values: inout EnvironmentReading) {
    switch self {
    case .mark(let value): values.mark = value
    case .label(let value): values.label = value
    case .markFromLabel: values.mark = values.label + 1_000
    }
  }
}

/// A tree of features that read their environment.
struct EnvironmentTree: Feature {
  enum Destination: NavigationTarget {
    case first(State)
    case second(State)
  }

  @MainActor @Observable final class State: Identifiable {
    nonisolated let id: Int
    /// The changes that the declaration makes for this state.
    var changes: [EnvironmentChange]
    var left: State?
    var rows: [State] = []
    var destination: Destination?
    var path: [Destination] = []
    var wrapped: State?
    @ObservationIgnored var readings: [EnvironmentReading] = []
    @ObservationIgnored var detached: [EnvironmentReading] = []
    @ObservationIgnored var task: Task<Void, Never>?
    @ObservationIgnored let log = IssueLog()

    init(_ id: Int, _ changes: [EnvironmentChange] = []) {
      self.id = id
      self.changes = changes
    }

    func change(_ values: inout StoreEnvironment) {
      for change in changes { change.apply(to: &values) }
    }
  }

  enum Action: Sendable {
    case read
    case work
    case start
    case detach
    case readLeft
  }

  struct Wrapper: Feature {
    let base = EnvironmentTree()

    func handle() -> ActionHandler<Action, State> { base.handle() }
  }

  @Provided(\.mark) private var mark
  @Provided(\.label) private var label

  // The feature contains itself.
  var left: OptionalChild<EnvironmentTree> {
    OptionalChild(\.left, EnvironmentTree())
      .environment(\.label, 11).environment { $1.change(&$0) }
  }
  var rows: ChildCollection<EnvironmentTree, Int> {
    ChildCollection(\.rows, EnvironmentTree()).environment { $1.change(&$0) }
  }
  var first: OptionalChild<EnvironmentTree> {
    OptionalChild(\.destination, case: Destination.first, EnvironmentTree())
      .environment(\.mark, 20).environment(\.mark, 21).environment { $1.change(&$0) }
  }
  var second: OptionalChild<EnvironmentTree> {
    OptionalChild(\.destination, case: Destination.second, EnvironmentTree())
      .environment { $1.change(&$0) }.environment(\.label, 31)
  }
  var steps: ChildCollection<EnvironmentTree, Int> {
    ChildCollection(\.path, case: Destination.first, EnvironmentTree())
      .environment(\.mark, 41).environment { $1.change(&$0) }
  }
  var wrapped: OptionalChild<Wrapper> {
    OptionalChild(\.wrapped, Wrapper()).environment { $1.change(&$0) }
  }

  nonisolated init() {}

  private nonisolated func reading() -> EnvironmentReading {
    EnvironmentReading(mark: _mark.wrappedValue, label: _label.wrappedValue)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .read: state.readings.append(reading())
      case .work:
        return .run { state in
          state.readings.append(reading())
          await Task.yield()
          state.readings.append(reading())
          await withTaskGroup { group in
            group.addTask { reading() }
            for await reading in group { state.readings.append(reading) }
          }
          state.readings.append(await Task { reading() }.value)
        }
      case .start: state.task = Task { state.readings.append(reading()) }
      case .detach:
        return .run { state in
          let log = state.log
          let task = Task.detached { withReports(to: log) { reading() } }
          state.detached.append(await task.value)
        }
      case .readLeft: return send(.read, to: \.left)
      }
      return .none
    }
  }
}
