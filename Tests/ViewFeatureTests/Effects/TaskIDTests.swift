import StateTestSupport
import Testing
import ViewFeature

// 6.2.7
/// Ids are compared as values, never as text.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TaskIDTests {
  enum Loading: Hashable, Sendable {
    case items
    case item(Int)
  }

  enum Saving: Hashable, Sendable {
    case items
  }

  struct Printed: Hashable, Sendable, CustomStringConvertible {
    let description: String
    let number: Int
  }

  @Test func numberAndTextDiffer() async throws {
    try await expectDifferent(1, "1")
  }

  @Test func caseAndItsNameDiffer() async throws {
    try await expectDifferent(Loading.items, "items")
  }

  @Test func equalCaseNamesOfTwoEnumsDiffer() async throws {
    try await expectDifferent(Loading.items, Saving.items)
  }

  @Test func payloadsDiffer() async throws {
    try await expectDifferent(Loading.item(1), Loading.item(2))
  }

  @Test func equalDescriptionsOfUnequalValuesDiffer() async throws {
    try await expectDifferent(
      Printed(description: "same", number: 1),
      Printed(description: "same", number: 2)
    )
  }

  @Test func integersOfTwoTypesDiffer() async throws {
    try await expectDifferent(1, UInt8(1))
  }

  @Test func equalValuesAreTheSame() async throws {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.effect("run", .run(id: Loading.item(3)) { _ in try await gate.pass() }))
    await gate.waitUntilStarted()
    #expect(store.isTaskRunning(id: Loading.item(3)))
    store.send(.effect("cancel", .cancel(id: Loading.item(1 + 2))))
    try #require(gate.wasCancelled)
    await sent.value
  }

  private func expectDifferent(
    _ first: some TaskID,
    _ second: some TaskID,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let store = Script.store()
    let gates = [Gate(), Gate()]
    let sent = [
      store.send(.effect("first", .run(id: first) { _ in try await gates[0].pass() })),
      store.send(.effect("second", .run(id: second) { _ in try await gates[1].pass() })),
    ]
    for gate in gates { await gate.waitUntilStarted() }
    #expect(store.runningTaskCount == 2, sourceLocation: sourceLocation)
    store.send(.effect("cancel", .cancel(id: second)))
    try #require(gates.map(\.wasCancelled) == [false, true], sourceLocation: sourceLocation)
    #expect(store.isTaskRunning(id: first), sourceLocation: sourceLocation)
    store.send(.effect("cancel", .cancel(id: first)))
    #expect(gates[0].wasCancelled, sourceLocation: sourceLocation)
    for sent in sent { await sent.value }
  }
}
