/// The rules of a manually advanced clock: the deadlines of sleeping tasks, the next task to wake, and the waiters for
/// sleeping tasks.
package struct SleeperTable<Sleeper, Waiter> {
  package typealias ID = Int

  package enum Arrival {
    case isAsleep
    /// The deadline has passed, and the sleeper wasn't added.
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
  // Sorted by wake-up order.
  private var sleeps: [Sleep] = []
  private var waits: [Wait] = []

  package init(now: TestInstant = TestInstant()) {
    self.now = now
  }

  package var sleeperCount: Int { sleeps.count }
  package var waiterCount: Int { waits.count }
  package var nextDeadline: TestInstant? { sleeps.first?.deadline }
  /// The deadlines in order.
  package var deadlines: [TestInstant] { sleeps.map(\.deadline) }

  package mutating func makeID() -> ID {
    lastID += 1
    return lastID
  }

  /// Adds a sleeper after those with the same deadline.
  ///
  /// The caller resumes the waiters that this satisfies with `takeSatisfiedWaiters`.
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

  /// Removes a sleeper.
  ///
  /// Returns `nil` if it was already removed.
  package mutating func remove(sleeper id: ID) -> Sleeper? {
    guard let index = sleeps.firstIndex(where: { $0.id == id }) else { return nil }
    return sleeps.remove(at: index).sleeper
  }

  /// Sets the time, which never moves backwards.
  package mutating func move(to instant: TestInstant) {
    now = max(now, instant)
  }

  /// Removes the next sleeper whose deadline has passed.
  package mutating func takeDueSleeper() -> Sleeper? {
    guard let first = sleeps.first, first.deadline <= now else { return nil }
    return sleeps.removeFirst().sleeper
  }

  /// Adds a waiter for `count` sleepers.
  ///
  /// Returns `false` if they already sleep. The waiter isn't added then.
  package mutating func add(_ waiter: Waiter, id: ID, forSleepers count: Int) -> Bool {
    guard sleeps.count < count else { return false }
    waits.append(Wait(id: id, count: count, waiter: waiter))
    return true
  }

  /// Removes a waiter.
  ///
  /// Returns `nil` if it was already removed.
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
