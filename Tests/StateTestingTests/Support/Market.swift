import Foundation
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// A feature with children of each kind, effects, and reactions, for replayed sessions.
struct Market: Feature {
  struct Stamp: Codable, Equatable {
    var id: UUID
    var date: Date
    var number: Int
  }

  /// A value that can't be encoded.
  struct Opaque: Equatable {
    var value = 0
  }

  enum Place: Codable {
    case outside
    case stall(Stall.State)

    private struct HasChild: Error {}

    init(from decoder: any Decoder) throws { self = .outside }

    func encode(to encoder: any Encoder) throws {
      if case .stall = self { throw HasChild() }
      var container = encoder.singleValueContainer()
      try container.encode("outside")
    }
  }

  @MainActor @Observable final class State: RestorableState {
    var count = 0
    var total = 0
    var title = ""
    var words: [String] = []
    var stamps: [Stamp] = []
    var token = ""
    var opaque = Opaque()
    let desk = Stall.State()
    var stall: Stall.State?
    var stalls: [Stall.State] = []
    var named: [String: Stall.State] = [:]
    var place = Place.outside
    var begun = 0

    init() {}

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("count", \.count)
      SnapshotField("total", \.total)
      SnapshotField("title", \.title)
      SnapshotField("words", \.words)
      SnapshotField("stamps", \.stamps)
      SnapshotField("token", \.token).redacted()
      SnapshotField("opaque", \.opaque)
      SnapshotField("desk", child: \.desk)
      SnapshotField("stall", child: \.stall)
      SnapshotField("stalls", children: \.stalls)
      SnapshotField("named", children: \.named)
      SnapshotField("place", \.place, cases: Place.stall)
      SnapshotField("begun", \.begun)
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case addTwice
    case stamp
    case stampLater
    case open(Int)
    case close
    case hire(Int)
    case fire(Int)
    case name(String)
    case enter(Int)
    case leave
    case tell(Int)
    case tellAll(Int)
    case search(String)
    case found([String])
    case refuse
    case fail
    case load(Int)
    case sold(Int)
    case soldBy(Int, Int)
  }

  struct Failure: Error {}

  struct Refusing: SynchronousActionMiddleware {
    let id = "refusing"

    @MainActor
    func beforeAction<Action, State>(_ action: Action, state: State) throws {
      if case .refuse? = action as? Market.Action { throw Failure() }
    }

    @MainActor
    func afterAction<Action, State>(
      _ action: Action,
      state: State,
      result: ActionTask<Action, State>,
      duration: TimeInterval
    ) throws {}

    @MainActor
    func onError<Action, State>(_ error: any Error, action: Action, state: State) throws {
      (state as? Market.State)?.title = "failed"
    }
  }

  let desk: Child<Stall>
  let stall: OptionalChild<Stall>
  let stalls: ChildCollection<Stall, Int>
  let named: ChildCollection<Stall, String>
  let place: OptionalChild<Stall>
  /// Finds words for effects.
  let find: @MainActor @Sendable (String) async -> [String]
  /// A change in the replayed code.
  let change: Change

  /// The difference from the recorded code.
  enum Change: Sendable, CaseIterable {
    case none
    case add
    case sendsMore
    case sendsLess
    case sendsOther
    case drawsMore
    case drawsOther
    case reacts
    case stall
    case silent
  }

  @MainActor
  init(
    change: Change = .none,
    find: @escaping @MainActor @Sendable (String) async -> [String] = { _ in
      Issue.record("No effect starts in a replay")
      return []
    }
  ) {
    self.change = change
    self.find = find
    let feature = Stall(change: change)
    desk = Child(\.desk, feature, output: Action.sold)
    stall = OptionalChild(\.stall, feature, output: Action.sold)
    stalls = ChildCollection(\.stalls, feature, output: Action.soldBy)
    named = ChildCollection(\.named, feature, output: .ignored)
    place = OptionalChild(\.place, feature, output: .ignored)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in try act(action, state) }
      .onChange(of: \.count) { _, new, state in
        state.total += change == .reacts ? 2 * new : new
      }
      .use(Refusing())
      .onError { _, state in state.words.append("error") }
      .onStart { state in
        state.begun += 1
        return .none
      }
  }

  @MainActor
  private func act(_ action: Action, _ state: State) throws -> Effect {
    switch action {
    case .add(let number):
      state.count += change == .add ? number + 1 : number
      if change == .sendsMore { return .send(.close) }
    case .addTwice:
      if change == .sendsLess { return .send(.add(1)) }
      if change == .sendsOther { return .merge(.send(.add(1)), .send(.add(3))) }
      return .merge(.send(.add(1)), .send(.add(2)))
    case .stamp: stamp(state)
    case .stampLater:
      return .run { state in
        await Task.yield()
        let id = StoreEnvironment.current.uuid()
        state.title = "\(id)"
      }
    case .open(let id):
      state.stall = Stall.State(id)
    case .close: state.stall = nil
    case .hire(let id):
      if !state.stalls.contains(where: { $0.id == id }) { state.stalls.append(Stall.State(id)) }
    case .fire(let id): state.stalls.removeAll { $0.id == id }
    case .name(let name): state.named[name] = Stall.State(name.count)
    case .enter(let id): state.place = .stall(Stall.State(id))
    case .leave: state.place = .outside
    case .tell(let weight): return send(.weigh(weight), to: \.desk)
    case .tellAll(let weight): return send(.weigh(weight), toAll: \.stalls)
    case .search(let query):
      state.title = query
      return .run(id: "search", name: "search") { [find] state, send in
        let words = await find(query)
        state.count += 1
        send(.found(words))
      }
    case .found(let words): state.words = words
    case .refuse: state.title = "refused"
    case .fail:
      state.count += 5
      throw Failure()
    case .load(let id):
      return .run { state in
        await Task.yield()
        state.stall = Stall.State(id)
        state.stalls = [Stall.State(id), Stall.State(id + 1)]
        state.named["loaded"] = Stall.State(id)
        state.place = .stall(Stall.State(id))
        await Task.yield()
        state.stall?.weight = id
      }
    case .sold(let weight):
      state.count += weight
    case .soldBy(let id, let weight):
      state.title = "\(id) sold \(weight)"
      if weight > 8 { return .send(.fire(id)) }
    }
    return .none
  }

  @MainActor
  private func stamp(_ state: State) {
    let environment = StoreEnvironment.current
    var random = environment.random
    if change == .drawsOther { _ = random.next() }
    let stamp = Stamp(
      id: environment.uuid(),
      date: environment.now,
      number: Int.random(in: 0..<1_000, using: &random)
    )
    state.stamps.append(stamp)
    state.token = "\(environment.uuid())"
    if change == .drawsMore { _ = environment.uuid() }
  }
}

/// A child of the market with its own child.
struct Stall: OutputFeature {
  @MainActor @Observable final class State: RestorableState, Identifiable {
    var id = 0
    var weight = 0
    var helper: Helper.State?
    /// The number that the beginning has drawn.
    var lot = 0

    init() {}

    convenience init(_ id: Int) {
      self.init()
      self.id = id
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("id", \.id)
      SnapshotField("weight", \.weight)
      SnapshotField("helper", child: \.helper)
      SnapshotField("lot", \.lot)
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case weigh(Int)
    case sell
    case hire
    case later(Int)
    case helped
  }

  typealias Output = Int

  let change: Market.Change
  let helper: OptionalChild<Helper>

  @MainActor
  init(change: Market.Change) {
    self.change = change
    helper = OptionalChild(\.helper, Helper(), output: { _ in Action.helped })
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .weigh(let weight): state.weight += change == .stall ? weight - 1 : weight
      case .sell: if change != .silent { return output(state.weight) }
      case .hire: state.helper = Helper.State()
      case .later(let weight):
        return .run { state, send in
          await Task.yield()
          state.weight = weight
          send(.sell)
        }
      case .helped: state.weight += 1
      }
      return .none
    }
    .onStart { state in
      var random = StoreEnvironment.current.random
      state.lot += Int.random(in: 1...1_000, using: &random)
      // The market receives some beginnings.
      guard state.id == 2, state.lot.isMultiple(of: 3) else { return .none }
      return .merge(
        output(1),
        .run { state in
          await Task.yield()
          state.lot += 10
        }
      )
    }
    .onEnd { state in state.lot = -1 }
  }
}

/// A grandchild whose handler may suspend.
struct Helper: OutputFeature {
  @MainActor @Observable final class State: RestorableState {
    var steps: [String] = []

    init() {}

    static let snapshotFields = SnapshotFields<State> { SnapshotField("steps", \.steps) }
  }

  enum Action: Codable, Equatable, Sendable {
    case help
    case rest
  }

  typealias Output = Int

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      state.steps.append("\(action)")
      if action == .rest { return .none }
      await Task.yield()
      state.steps.append("\(StoreEnvironment.current.uuid())")
      await store.send(.rest)
      await Task.yield()
      state.steps.append("helped")
      return output(1)
    }
  }
}
