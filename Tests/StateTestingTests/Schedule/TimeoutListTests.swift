import Testing

@testable import StateTesting

@Suite struct TimeoutListTests {
  @Test func theShortestRestComesFirstAndTimePassesForAll() {
    var list = TimeoutList<String>()
    list.add("long", id: list.makeID(), after: .seconds(10))
    list.add("short", id: list.makeID(), after: .seconds(4))
    let first = list.takeFirst()
    #expect(first?.waiter == "short")
    #expect(first?.time == .seconds(4))
    list.add("new", id: list.makeID(), after: .seconds(7))
    #expect(list.takeFirst()?.waiter == "long")
    #expect(list.takeFirst()?.time == .seconds(1))
    #expect(list.takeFirst() == nil)
  }

  @Test func aWaiterIsTakenOnce() {
    var list = TimeoutList<String>()
    let id = list.makeID()
    list.add("a", id: id, after: .zero)
    #expect(list.remove(id) == "a")
    #expect(list.remove(id) == nil)
    #expect(list.takeFirst() == nil)
  }

  @Test func ofEqualOnesTheEarlierComesFirst() {
    var list = TimeoutList<String>()
    for name in ["a", "b"] { list.add(name, id: list.makeID(), after: .seconds(1)) }
    #expect(list.takeFirst()?.waiter == "a")
    #expect(list.takeFirst()?.time == .zero)
  }
}
