#if Inspector
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct ConnectionTableTests {
  // `#expect` doesn't support mutating calls.
  private func expect(_ condition: Bool, _ place: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: place)
  }

  private func open(_ table: inout ConnectionTable) -> Int { table.open()?.new ?? -1 }

  private var limits: ServerLimits {
    var limits = ServerLimits()
    limits.waitingConnections = 2
    limits.answeredRequests = 1
    limits.pages = 1
    return limits
  }

  @Test
  func ofTooManyThatWaitTheOldestGoes() {
    var table = ConnectionTable(limits)
    let first = table.open()
    let second = table.open()
    #expect(first?.closing == nil)
    #expect(second?.closing == nil)
    let third = table.open()
    #expect(third?.closing == first?.new)
    let fourth = table.open()
    #expect(fourth?.closing == second?.new)
    #expect(table.count == 2)
  }

  @Test
  func requestsAndPagesAreNotClosedForOthers() {
    var table = ConnectionTable(limits)
    let page = open(&table)
    expect(table.answer(page))
    table.upgrade(page)
    expect(table.admit(page))
    let request = open(&table)
    expect(table.answer(request))
    for _ in 0..<5 { _ = table.open() }
    #expect(table.count == 4)
    #expect(table.oldestWaiting != page)
    #expect(table.oldestWaiting != request)
  }

  @Test
  func moreRequestsAndPagesAreRefused() {
    var table = ConnectionTable(limits)
    let ids = (0..<2).compactMap { _ in table.open()?.new }
    expect(table.answer(ids[0]))
    expect(!table.answer(ids[1]))
    table.upgrade(ids[0])
    expect(table.admit(ids[0]))
    expect(table.answer(ids[1]))
    table.upgrade(ids[1])
    expect(!table.admit(ids[1]))
    table.close(ids[0])
    expect(table.admit(ids[1]))
  }

  @Test
  func oneThatWasClosedIsNotAnswered() {
    var table = ConnectionTable(limits)
    let id = open(&table)
    table.close(id)
    expect(!table.answer(id))
    table.upgrade(id)
    expect(!table.admit(id))
    #expect(table.count == 0)
  }

  @Test
  func noneFollowTheEnd() {
    var table = ConnectionTable(limits)
    table.end()
    #expect(open(&table) == -1)
  }
}
#endif
