/// The state of a line: its first place, and the waiters for later ones.
struct LineTable<Waiter> {
  private var lastPlace = 0
  private var firstPlace = 1
  private var waiters: [Int: Waiter] = [:]

  mutating func takePlace() -> Int {
    lastPlace += 1
    return lastPlace
  }

  func isFirst(_ place: Int) -> Bool {
    place == firstPlace
  }

  /// Adds a waiter for a place.
  ///
  /// - Returns: `true` if the place is already the first one, in which case no waiter is added.
  mutating func wait(_ waiter: Waiter, for place: Int) -> Bool {
    if isFirst(place) { return true }
    waiters[place] = waiter
    return false
  }

  /// Leaves the first place.
  ///
  /// - Returns: The waiter for the next place.
  mutating func leave() -> Waiter? {
    firstPlace += 1
    return waiters.removeValue(forKey: firstPlace)
  }
}
