import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// The ends of an observation: the sequence, its handle, the store, the state, or another state, but not a cancel of
/// actions.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreObserveTests {
  private let state = WaitingState()
  private let store = WaitingStore()
  private let elements: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() async {
    (elements, continuation) = AsyncStream.makeStream()
    await store.binding(state: state)
  }

  @Test(arguments: 0...3) func cancellingActionsLeavesIt(count: Int) async throws {
    let handle = store.observe(elements) { $1.elements.append($0) }
    for _ in 0..<count { store.binding.cancelAll() }
    #expect(!handle.isCancelled)
    continuation.yield(1)
    continuation.finish()
    try await handle.waitComplete()
    #expect(state.elements == [1])
  }

  @Test func itsHandleEndsIt() async throws {
    let handle = store.observe(elements) { $1.elements.append($0) }
    handle.cancel()
    continuation.yield(1)
    try await handle.waitComplete()
    #expect(state.elements.isEmpty)
  }

  @Test func anotherStateEndsIt() async throws {
    let handle = store.observe(elements) { $1.elements.append($0) }
    let next = WaitingState()
    await store.binding(state: next)
    #expect(handle.isCancelled)
    continuation.yield(1)
    try await handle.waitComplete()
    #expect(state.elements.isEmpty && next.elements.isEmpty)
  }

  @Test func theEndOfTheStateEndsIt() async throws {
    let store = WaitingStore()
    var state: WaitingState? = WaitingState()
    if let state { await store.binding(state: state) }
    let handle = store.observe(elements) { $1.elements.append($0) }
    state = nil
    #expect(state == nil && handle.isCancelled)
    try await handle.waitComplete()
  }

  @Test func oneThatBeginsBeforeTheFirstStateContinuesWithIt() async throws {
    let store = WaitingStore()
    let handle = store.observe(elements) { $1.elements.append($0) }
    await store.binding(state: state)
    continuation.yield(1)
    continuation.finish()
    try await handle.waitComplete()
    #expect(state.elements == [1])
  }
}
