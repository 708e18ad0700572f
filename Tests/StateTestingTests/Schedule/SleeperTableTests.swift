import StateTesting
import Testing

@Suite struct SleeperTableTests {
  private typealias Table = SleeperTable<String, String>

  private func instant(_ seconds: Int) -> TestInstant {
    TestInstant(offset: .seconds(seconds))
  }

  @Test func everyOrderOfArrivalIsWokenByDeadlineThenByArrival() {
    let seconds = [1, 2, 3]
    for first in seconds {
      for second in seconds {
        for third in seconds {
          for fourth in seconds {
            var table = SleeperTable<Int, Never>()
            let arrivals = [first, second, third, fourth]
            for (index, arrival) in arrivals.enumerated() {
              _ = table.add(index, id: table.makeID(), until: instant(arrival))
            }
            table.move(to: instant(3))
            var woken: [Int] = []
            while let sleeper = table.takeDueSleeper() { woken.append(sleeper) }
            let expected = arrivals.indices.sorted {
              (arrivals[$0], $0) < (arrivals[$1], $1)
            }
            #expect(woken == expected)
          }
        }
      }
    }
  }

  @Test func aDeadlineThatHasComeIsNotEntered() {
    var table = Table(now: instant(2))
    for seconds in [1, 2] {
      let arrival = table.add("early", id: table.makeID(), until: instant(seconds))
      #expect(arrival == .isDue)
    }
    let arrival = table.add("late", id: table.makeID(), until: instant(3))
    #expect(arrival == .isAsleep)
    #expect(table.sleeperCount == 1)
    #expect(table.nextDeadline == instant(3))
  }

  @Test func noSleeperIsTakenBeforeTheDeadlineOrTwice() {
    var table = Table()
    let id = table.makeID()
    _ = table.add("sleeper", id: id, until: instant(2))
    table.move(to: instant(1))
    #expect(table.takeDueSleeper() == nil)
    table.move(to: instant(2))
    #expect(table.takeDueSleeper() == "sleeper")
    #expect(table.takeDueSleeper() == nil)
    #expect(table.remove(sleeper: id) == nil)
  }

  @Test func aRemovedSleeperIsNotTaken() {
    var table = Table()
    let ids = [table.makeID(), table.makeID()]
    _ = table.add("first", id: ids[0], until: instant(1))
    _ = table.add("second", id: ids[1], until: instant(1))
    #expect(table.remove(sleeper: ids[0]) == "first")
    #expect(table.remove(sleeper: ids[0]) == nil)
    table.move(to: instant(1))
    #expect(table.takeDueSleeper() == "second")
    #expect(table.nextDeadline == nil)
  }

  @Test func timeDoesNotGoBack() {
    var table = Table(now: instant(2))
    table.move(to: instant(1))
    #expect(table.now == instant(2))
  }

  @Test func waitersGoWhenEnoughSleepersAreThere() {
    var table = Table()
    #expect(!add("none", forSleepers: 0, to: &table))
    #expect(add("two", forSleepers: 2, to: &table))
    #expect(add("one", forSleepers: 1, to: &table))
    #expect(add("also two", forSleepers: 2, to: &table))
    #expect(table.takeSatisfiedWaiters() == [])
    _ = table.add("sleeper", id: table.makeID(), until: instant(1))
    #expect(table.takeSatisfiedWaiters() == ["one"])
    #expect(table.takeSatisfiedWaiters() == [])
    _ = table.add("sleeper", id: table.makeID(), until: instant(1))
    #expect(!add("late", forSleepers: 2, to: &table))
    #expect(table.takeSatisfiedWaiters() == ["two", "also two"])
    #expect(table.waiterCount == 0)
  }

  @Test func aRemovedWaiterIsNotTaken() {
    var table = Table()
    let id = table.makeID()
    _ = table.add("waiter", id: id, forSleepers: 1)
    #expect(table.remove(waiter: id) == "waiter")
    #expect(table.remove(waiter: id) == nil)
    #expect(table.waiterCount == 0)
  }

  private func add(_ waiter: String, forSleepers count: Int, to table: inout Table) -> Bool {
    table.add(waiter, id: table.makeID(), forSleepers: count)
  }
}
