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
