/// The rules of a clock that is moved by hand: the deadlines of sleepers, the next one to wake, and the waiters
/// for sleepers to be there.
package struct SleeperTable<Sleeper, Waiter> {
  package typealias ID = Int

  package enum Arrival {
    case isAsleep
    /// The deadline has passed; the sleeper was not entered.
    case isDue
  }

  private struct Sleep {
    let id: ID
    let deadline: TestInstant
    let sleeper: Sleeper
  }

  private struct Wait {
    let id: ID
    let count: Int
    let waiter: Waiter
  }

  package private(set) var now: TestInstant
  private var lastID = 0
  // In the order in which they are woken.
  private var sleeps: [Sleep] = []
  private var waits: [Wait] = []

  package init(now: TestInstant = TestInstant()) {
    self.now = now
  }

  package var sleeperCount: Int { sleeps.count }
  package var waiterCount: Int { waits.count }
  package var nextDeadline: TestInstant? { sleeps.first?.deadline }
  /// In the order in which they come.
  package var deadlines: [TestInstant] { sleeps.map(\.deadline) }

  package mutating func makeID() -> ID {
    lastID += 1
    return lastID
  }

  /// Enters a sleeper behind those with the same deadline.
  ///
  /// Those whose waiting this ends are for the caller to take with `takeSatisfiedWaiters`.
  package mutating func add(
    _ sleeper: Sleeper,
    id: ID,
    until deadline: TestInstant
  ) -> Arrival {
    guard deadline > now else { return .isDue }
    let index = sleeps.firstIndex { deadline < $0.deadline } ?? sleeps.endIndex
    sleeps.insert(Sleep(id: id, deadline: deadline, sleeper: sleeper), at: index)
    return .isAsleep
  }

  /// Takes a sleeper out; `nil`: it has been taken before.
  package mutating func remove(sleeper id: ID) -> Sleeper? {
    guard let index = sleeps.firstIndex(where: { $0.id == id }) else { return nil }
    return sleeps.remove(at: index).sleeper
  }

  /// Sets the time; it never goes back.
  package mutating func move(to instant: TestInstant) {
    now = max(now, instant)
  }

  /// Takes out the next sleeper whose deadline has come.
  package mutating func takeDueSleeper() -> Sleeper? {
    guard let first = sleeps.first, first.deadline <= now else { return nil }
    return sleeps.removeFirst().sleeper
  }

  /// Enters a waiter for `count` sleepers.
  ///
  /// `false`: they are there, the waiter was not entered.
  package mutating func add(_ waiter: Waiter, id: ID, forSleepers count: Int) -> Bool {
    guard sleeps.count < count else { return false }
    waits.append(Wait(id: id, count: count, waiter: waiter))
    return true
  }

  /// Takes a waiter out; `nil`: it has been taken before.
  package mutating func remove(waiter id: ID) -> Waiter? {
    guard let index = waits.firstIndex(where: { $0.id == id }) else { return nil }
    return waits.remove(at: index).waiter
  }

  /// Removes the waiters that have enough sleepers.
  package mutating func takeSatisfiedWaiters() -> [Waiter] {
    let content = waits.filter { $0.count <= sleeps.count }
    waits.removeAll { $0.count <= sleeps.count }
    return content.map(\.waiter)
  }
}
