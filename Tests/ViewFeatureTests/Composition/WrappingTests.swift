import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// Features that wrap other features.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct WrappingTests {
  @Observable @MainActor
  final class Article: SnapshotState {
    var title = ""
    var log: [String] = []

    static let snapshotFields = SnapshotFields<Article> {
      SnapshotField("title", \.title)
      SnapshotField("log", \.log)
    }
  }

  /// The wrapped feature.
  ///
  /// Its actions run effects that send actions and outputs.
  struct Reader: OutputFeature {
    enum Action: Equatable, Sendable {
      case load
      case loaded(String)
      case slow
      case fail
    }

    let gate: Gate

    func handle() -> ActionHandler<Action, Article> {
      ActionHandler { action, state in
        state.log.append("\(action) begins")
        switch action {
        case .load:
          return .run { _ in
            await store.send(.loaded("Swift"))
            await store.output("done")
          }
        case .loaded(let title):
          state.title = title
        case .slow:
          await gate.passStubbornly()
          state.log.append("slow ends")
          return .run { $0.log.append("effect") }
        case .fail:
          throw TestError("failed")
        }
        return .none
      }
    }

    typealias Output = String
  }

  /// A wrapper that extends the handler of a feature and has the same actions.
  struct Logged<Base: OutputFeature>: OutputFeature where Base.State == Article {
    typealias Action = Base.Action
    typealias Output = Base.Output

    let base: Base

    func handle() -> ActionHandler<Base.Action, Article> {
      base.handle()
        .use(SynchronousRecordingMiddleware(name: "wrapper", log: log))
        .onChange(of: \.title) { old, new, state in state.log.append("title \(old) \(new)") }
        .onError { error, state in state.log.append("\(error)") }
    }

    let log: LockIsolated<[String]>
  }

  /// A wrapper that calls the handler of a feature in its own.
  struct Around: Feature {
    let base: Reader

    func handle() -> ActionHandler<Reader.Action, Article> {
      let handler = base.handle()
      return ActionHandler { action, state in
        state.log.append("before")
        let effect = await handler.handle(action: action, state: state)
        state.log.append("after")
        return effect
      }
    }
  }

  /// A wrapper that adds actions to a feature.
  struct Favoriting<Base: OutputFeature>: OutputFeature {
    @Observable @MainActor
    final class State {
      let base: Base.State
      var isFavorite = false
      var downloads = 0

      init(base: Base.State) {
        self.base = base
      }
    }

    enum Action: Sendable {
      case favorite
      case download
      case base(Base.Output)
    }

    let base: Child<Base>

    init(_ base: Base) {
      self.base = Child(\.base, base, output: Action.base)
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .favorite: state.isFavorite.toggle()
        case .download:
          return .run(operation: { 1 }) { count, state in state.downloads += count }
        case .base(let output):
          return self.output(output)
        }
        return .none
      }
    }

    typealias Output = Base.Output
  }

  private let gate = Gate()
  private let log = LockIsolated<[String]>([])

  private func makeLogged(
    onOutput: @escaping @MainActor (String) -> Void = { _ in }
  ) -> Store<Logged<Reader>> {
    Store(
      initialState: Article(),
      feature: Logged(base: Reader(gate: gate), log: log),
      onOutput: onOutput
    )
  }

  // MARK: Same actions

  @Test func theEffectsOfTheBaseSendToTheWrappersStore() async {
    let outputs = LockIsolated<[String]>([])
    let store = makeLogged { output in outputs.withValue { $0.append(output) } }
    await store.send(.load).value
    #expect(store.state.title == "Swift")
    #expect(outputs.value == ["done"])
    #expect(
      log.value == [
        "wrapper: before load", "wrapper: after load", "wrapper: before loaded(\"Swift\")",
        "wrapper: after loaded(\"Swift\")",
      ]
    )
    #expect(store.state.log.last == "title  Swift")
  }

  @Test func theWrapperSeesTheEndOfASuspendedHandler() async {
    let store = makeLogged()
    let sent: SentAction = store.send(.slow)
    let next: SentAction = store.send(.loaded("next"))
    await gate.waitUntilStarted()
    #expect(log.value == ["wrapper: before slow"])
    #expect(store.state.log == ["slow begins"])
    gate.open()
    await sent.value
    await next.value
    #expect(
      log.value.prefix(3).suffix(2) == ["wrapper: after slow", "wrapper: before loaded(\"next\")"]
    )
    #expect(store.state.log.contains("effect"))
  }

  @Test func aCancelledHandlerGoesToItsEndAndItsEffectDoesNotStart() async {
    let store = makeLogged()
    let sent: SentAction = store.send(.slow)
    await gate.waitUntilStarted()
    sent.cancel()
    #expect(log.value == ["wrapper: before slow"])
    gate.open()
    await sent.value
    #expect(log.value == ["wrapper: before slow", "wrapper: after slow"])
    #expect(store.state.log == ["slow begins", "slow ends"])
  }

  @Test func theWrapperHandlesTheErrorsOfTheBase() async {
    let store = makeLogged()
    await store.send(.fail).value
    #expect(store.state.log == ["fail begins", "failed"])
  }

  @Test func aHandlerThatCallsTheBaseWaitsForItsEnd() async {
    let store = Store(initialState: Article(), feature: Around(base: Reader(gate: gate)))
    let sent: SentAction = store.send(.slow)
    let next: SentAction = store.send(.loaded("next"))
    await gate.waitUntilStarted()
    #expect(store.state.log == ["before", "slow begins"])
    gate.open()
    await sent.value
    await next.value
    let log = store.state.log.filter { $0 != "effect" }
    #expect(
      log == [
        "before", "slow begins", "slow ends", "after", "before", "loaded(\"next\") begins", "after",
      ]
    )
    #expect(store.state.log.contains("effect"))
  }

  @Test func aWrapperIsTestedAsAnyFeature() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Article(),
      feature: Logged(base: Reader(gate: gate), log: log),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.load) { $0.log = ["load begins"] }
    await store.receive(.loaded("Swift")) {
      $0.title = "Swift"
      $0.log += ["loaded(\"Swift\") begins", "title  Swift"]
    }
    await store.receive(output: "done")
    await store.finish()
    #expect(assertions.messages.isEmpty)
  }

  @Test func effectsOfOtherFeaturesStillSendNothing() async {
    struct Other: Feature {
      func handle() -> ActionHandler<Int, Article> { .empty }
    }
    let store = Store(initialState: Article(), feature: Other())
    let isDone = LockIsolated(false)
    let proxy = Reader(gate: gate).store
    let context = EffectContext(
      store: store.runner.store,
      work: store.work,
      node: store.runner.owner,
      action: store.runner.owner
    )
    await withKnownIssue(isIntermittent: true) {
      await StoreContexts.$current.withValue(context) {
        _ = await proxy.send(.loaded("no"))
      }
    }
    isDone.setValue(true)
    #expect(store.state.log.isEmpty)
  }

  // MARK: Additional actions

  @Test func aWrapperWithActionsOfItsOwnIsAParent() async {
    let outputs = LockIsolated<[String]>([])
    let store = Store(
      initialState: Favoriting<Reader>.State(base: Article()),
      feature: Favoriting(Reader(gate: gate)),
      onOutput: { output in outputs.withValue { $0.append(output) } }
    )
    store.send(.favorite)
    #expect(store.state.isFavorite)
    await store.scope(\.base).send(.load).value
    await store.send(.download).value
    #expect(store.state.base.title == "Swift")
    #expect(store.state.downloads == 1)
    #expect(outputs.value == ["done"])
  }

  @Test func wrappersAreWrapped() async {
    let store = Store(
      initialState: Favoriting<Logged<Reader>>.State(base: Article()),
      feature: Favoriting(Logged(base: Reader(gate: gate), log: log)),
      onOutput: { _ in }
    )
    await store.scope(\.base).send(.load).value
    #expect(store.state.base.title == "Swift")
    #expect(log.value.count == 4)
  }
}
