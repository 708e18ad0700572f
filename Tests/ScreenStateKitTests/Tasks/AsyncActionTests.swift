import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct AsyncActionTests {
  private struct Failure: Error, Equatable {}

  // MARK: asyncExecute

  @Test func inputGoesInAndOutputComesOut() async throws {
    let action = AsyncAction<Int, String> { "\($0)" }
    #expect(try await action.asyncExecute(7) == "7")
    let get = AsyncActionGet<Int> { 3 }
    #expect(try await get.asyncExecute() == 3)
  }

  @Test func errorComesOut() async {
    let action = AsyncActionVoid { throw Failure() }
    await #expect(throws: Failure()) { try await action.asyncExecute() }
    let put = AsyncActionPut<Int> { _ in throw Failure() }
    await #expect(throws: Failure()) { try await put.asyncExecute(1) }
  }

  @Test func cancellationOfTheCallerIsSeen() async throws {
    let never = Gate()
    let action = AsyncActionGet<Bool> {
      await never.wait()
      return Task.isCancelled
    }
    let task = Task { try await action.asyncExecute() }
    task.cancel()
    #expect(try await task.value)
  }

  @Test func actionRunsInItsOwnIsolation() async throws {
    let action = AsyncActionVoid { @MainActor in MainActor.preconditionIsolated() }
    try await Task.detached { try await action.asyncExecute() }.value
  }

  @Test @MainActor func mainActorClosureIsAnAction() async throws {
    let count = LockIsolated(0)
    let closure: @Sendable @MainActor () async -> Void = {
      MainActor.preconditionIsolated()
      count.withValue { $0 += 1 }
    }
    try await AsyncActionVoid(closure).asyncExecute()
    #expect(count.value == 1)
  }

  // MARK: execute

  @Test func executeRunsTheActionInASeparateTask() async {
    let done = Gate()
    let wasCancelled = LockIsolated(true)
    let action = AsyncActionVoid {
      wasCancelled.setValue(Task.isCancelled)
      done.open()
    }
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      action.execute()
    }
    await caller.value
    await done.wait()
    #expect(!wasCancelled.value)
  }

  @Test func executeForwardsTheInput() async {
    let done = Gate()
    let input = LockIsolated(0)
    let action = AsyncActionPut<Int> {
      input.setValue($0)
      done.open()
    }
    action.execute(5)
    await done.wait()
    #expect(input.value == 5)
  }

  @Test @MainActor func executeRunsTheActionInItsOwnIsolation() async {
    let done = Gate()
    let action = AsyncActionVoid { @MainActor in
      MainActor.preconditionIsolated()
      done.open()
    }
    action.execute()
    await done.wait()
    #expect(done.isOpen)
  }

  // 6.1.9
  @Test func executeSurvivesAnError() async {
    let done = Gate()
    let action = AsyncActionVoid(name: "failing") {
      defer { done.open() }
      throw Failure()
    }
    action.execute()
    await done.wait()
    #expect(done.isOpen)
  }

  // MARK: Identity

  @Test func copiesAreEqual() {
    let action = AsyncActionVoid {}
    let copy = action
    #expect(copy == action)
    #expect(copy.hashValue == action.hashValue)
    #expect(Set([action, copy]).count == 1)
  }

  @Test func actionsMadeSeparatelyDiffer() {
    let make = { AsyncActionVoid(name: "same") {} }
    let actions = (0..<100).map { _ in make() }
    #expect(Set(actions).count == 100)
    #expect(actions[0] != actions[1])
  }

  @Test func nameIsKept() {
    #expect(AsyncActionVoid(name: "save") {}.name == "save")
    #expect(AsyncActionVoid {}.name == nil)
  }
}
