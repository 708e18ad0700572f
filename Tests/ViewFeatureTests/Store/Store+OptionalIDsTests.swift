import StateTestSupport
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreOptionalIDsTests {
  @Test func anOptionalIdMatchesItsValue() async {
    let store = Script.store()
    let (id, none): (String?, String?) = ("id", nil)
    let gates = [Gate(), Gate()]
    let sent = gates.map { gate in
      store.send(.effect("run", .run { _ in try await gate.pass() }.cancellable(id: "id")))
    }
    #expect(store.isTaskRunning(id: id))
    #expect(!store.isTaskRunning(id: none))
    store.cancelTask(id: none)
    store.send(.effect("cancel", .cancel(id: none)))
    #expect(store.runningTaskCount == 2)
    store.send(.effect("cancel", .cancel(id: id)))
    #expect(store.runningTaskCount == 0)
    for sent in sent { await sent.value }
  }

  typealias Effect = Script.Effect

  /// Operators with an optional id.
  static let operators: [@MainActor @Sendable (Effect, String?) -> Effect] = [
    { $0.cancellable(id: $1) },
    { $0.queued(id: $1) },
    { $0.limited(id: $1, to: 2) },
    { $0.throttle(id: $1, for: .zero) },
    { $0.execution(.restart, id: $1) },
    { $0.execution(.queue.group($1), id: "other") },
    { $0.cancellable(id: $1).queued(id: "queue") },
  ]

  @Test(arguments: 0..<7) func anEffectWithAnOptionalIdHasItsValue(index: Int) async {
    let store = Script.store()
    let gate = Gate()
    let effect = Effect.run { _ in try await gate.pass() }
    let sent = store.send(.effect("run", Self.operators[index](effect, "id")))
    await gate.waitUntilStarted()
    #expect(store.isTaskRunning(id: "id"))
    store.send(.effect("cancel", .cancel(id: "id")))
    #expect(sent.isCancelled || !store.isTaskRunning(id: "id"))
    sent.cancel()
    await sent.value
  }

  @Test func severalOptionalIdsAreTheirValues() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.effect("run", .run(id: "id") { _ in try await gate.pass() }))
    await gate.waitUntilStarted()
    store.send(.effect("cancel", .cancel(ids: ["id", nil])))
    #expect(!store.isTaskRunning(id: "id"))
    sent.cancel()
    await sent.value
  }

  @Test func aTaskManagerMatchesItToo() async {
    let manager = TaskManager()
    let (id, none): (String?, String?) = ("id", nil)
    let gate = Gate()
    let task = manager.executeTask(id: "id", operation: { try await gate.pass() }, onError: nil)
    #expect(manager.isTaskRunning(id: id))
    #expect(!manager.isTaskRunning(id: none))
    manager.cancelTask(id: none)
    #expect(!task.isCancelled)
    manager.cancelTask(id: id)
    #expect(task.isCancelled)
    await task.value
  }
}
