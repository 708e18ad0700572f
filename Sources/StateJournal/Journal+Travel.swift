import StateCore

/// Time travel: the stores show their values after an earlier entry, while the current state keeps changing.
///
/// In the meantime, stores reject actions, and the journal records the rejections. Effects and loads continue and
/// change the current state: the first write in a turn of the main actor restores the current values of all travelling
/// states, and the end of the turn shows the earlier values again. These changes are marked as `isWhileTravelling`.
/// Only declared fields that aren't transient travel. A store travels with one journal at a time.
extension Journal {
  /// The number of the entry whose state the stores show; `nil` while they show the current state.
  public var travelPlace: Int? { recorder.travel?.place }

  /// Shows the values that all recorded stores had after the entry with a number.
  ///
  /// Stores that weren't recorded at that time stay as they are.
  ///
  /// - Returns: `false`, without any change, if the entry was removed or a store travels with another journal.
  /// - Complexity: O(n), where n is the number of objects in all states, but at least 256.
  @discardableResult
  public func travel(to number: Int) -> Bool {
    recorder.travel(to: number)
  }

  /// Shows the values that the stores had after the next matching entry in a direction.
  ///
  /// From the current state, a backward step shows an entry before the last one.
  ///
  /// - Returns: That entry, or `nil` without any change if there is none.
  @discardableResult
  public func step(
    _ direction: JournalDirection,
    where isWanted: (JournalEntry) -> Bool = { _ in true }
  ) -> JournalEntry? {
    recorder.step(direction, where: isWanted)
  }

  /// Shows the changes one by one with their original pauses, up to the last one before the travel.
  ///
  /// A speed of 2 halves the pauses.
  public func play(at speed: Double = 1, clock: any Clock<Duration> = ContinuousClock()) async {
    precondition(speed > 0, "The speed must be greater than zero, not \(speed)")
    let longest = longestDuration / .seconds(1)
    await play(clock) { .seconds(min(($1.time - $0.time) / .seconds(1) / speed, longest)) }
  }

  /// Shows the changes one by one with a fixed pause between them, up to the last one before the travel.
  public func play(every pause: Duration, clock: any Clock<Duration> = ContinuousClock()) async {
    await play(clock) { _, _ in pause }
  }

  private func play(
    _ clock: any Clock<Duration>,
    pause: (JournalEntry, JournalEntry) -> Duration
  ) async {
    guard let place = travelPlace else { return }
    var last = recorder.entries(upTo: place).last
    while let next = recorder.next(after: travelPlace) {
      if let last {
        let pause = min(pause(last, next), longestDuration)
        do { try await clock.sleep(for: pause) } catch { return }
      }
      // In the meantime, the travel may have ended or moved, and the sleep of a cancelled task may already have ended.
      guard !Task.isCancelled, travelPlace != nil, travel(to: next.number) else { return }
      last = next
    }
  }

  /// Shows the current state again, which has kept changing in the meantime.
  ///
  /// - Parameter applyingWrites: Whether to keep changes made during the travel, some of which may derive from the
  ///   shown values.
  public func resume(applyingWrites: Bool = true) {
    recorder.resume(applyingWrites: applyingWrites)
  }

  /// Makes the shown state the current one.
  ///
  /// Effects that started later are cancelled. Later entries are kept, but struck out.
  public func commit() {
    recorder.commit()
  }

  /// Whether a commit of an earlier state has struck out an entry.
  package func isStruckOut(_ entry: JournalEntry) -> Bool {
    recorder.isStruckOut(entry.number)
  }
}
