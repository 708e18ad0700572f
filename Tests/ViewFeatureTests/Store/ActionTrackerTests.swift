import StateEngine
import StateTestSupport
import Testing

@testable import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ActionTrackerTests {
  private let tracker = ActionTracker(registry: TaskRegistry())

  @Test func waitEndsAtOnceForWhatIsDone() async {
    let id = tracker.insert(parent: nil, isQueued: false)
    tracker.endHandler(id)
    await tracker.waitForHandler(of: id)
    await tracker.waitForCompletion(of: id)
    #expect(tracker.count == 0)
  }

  @Test func cancelReachesTheTasksOfTheAction() async throws {
    let gate = Gate()
    let id = tracker.insert(parent: nil, isQueued: false)
    let task = tracker.registry.run(group: id) { await gate.passStubbornly() }
    await gate.waitUntilStarted()
    tracker.cancel(id)
    try #require(gate.wasCancelled)
    #expect(tracker.isCancelled(id))
    gate.open()
    await task.value
  }

  @Test func cancelAllReachesOnlyTheTrackersOwnTasks() async throws {
    let other = ActionTracker(registry: tracker.registry)
    let gates = [Gate(), Gate()]
    let ids = [
      tracker.insert(parent: nil, isQueued: false), other.insert(parent: nil, isQueued: false),
    ]
    for (id, gate) in zip(ids, gates) {
      tracker.registry.run(group: id) { await gate.passStubbornly() }
      await gate.waitUntilStarted()
    }
    tracker.cancelAll()
    try #require(gates.map(\.wasCancelled) == [true, false])
    for gate in gates { gate.open() }
    await tracker.registry.waitUntilIdle()
  }

  /// Any thread may cancel and wait while the main actor ends the actions.
  @Test func waitersOnManyThreadsAreAllToldOnce() async {
    let tracker = tracker
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        let id = tracker.insert(parent: nil, isQueued: true)
        tracker.takeHandle(id)
        group.addTask { @concurrent in await tracker.waitForCompletion(of: id) }
        group.addTask { @concurrent in await tracker.waitForHandler(of: id) }
        group.addTask { @concurrent in tracker.cancel(id) }
        group.addTask { @concurrent in
          if tracker.dequeue(id) { tracker.endHandler(id) }
          tracker.dropHandle(id)
        }
      }
    }
    #expect(tracker.count == 0)
  }
}
