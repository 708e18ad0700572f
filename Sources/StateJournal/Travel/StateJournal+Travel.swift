/// A direction in the entries of a journal.
public enum JournalDirection: Sendable {
  /// To earlier entries.
  case backward
  /// To later entries.
  case forward
}

/// Time travel: the stores show what they had behind an earlier entry, and the present goes on.
///
/// Meanwhile actions are refused, which the journal notes. Effects and loads continue, and change the present: the first
/// write of a turn of the main actor brings the present into all states of the travel, and the end of the turn shows the
/// past again. These changes are marked as `isWhileTravelling`. Only named fields that are not transient travel. A store
/// travels with one journal at a time.
extension StateJournal {
  /// The number of the entry behind which the stores are shown; nothing in the present.
  public var travelPlace: Int? { recorder.travel?.place }

  /// Shows in all recorded stores what they had behind the entry with a number.
  ///
  /// Stores that were not recorded then stay as they are.
  ///
  /// - Returns: `false`, with nothing done, if that entry has gone or a store travels with another journal.
  /// - Complexity: O(n), with the number of objects in all states, or 256 if there are fewer.
  @discardableResult
  public func travel(to number: Int) -> Bool {
    recorder.travel(to: number)
  }

  /// Shows what the stores had behind the next entry in a direction that is wanted.
  ///
  /// From the present the last entry is the one before which a step goes back.
  ///
  /// - Returns: That entry; nothing if there is none, with nothing done.
  @discardableResult
  public func step(
    _ direction: JournalDirection,
    where isWanted: (JournalEntry) -> Bool = { _ in true }
  ) -> JournalEntry? {
    recorder.step(direction, where: isWanted)
  }

  /// Shows one change after the other, with the pauses that were between them, up to the last one before the
  /// travel; with a speed of 2, with half of the pauses.
  public func play(at speed: Double = 1, clock: any Clock<Duration> = ContinuousClock()) async {
    precondition(speed > 0, "A speed of \(speed) leads nowhere")
    await play(clock) { ($1.time - $0.time) / speed }
  }

  /// Shows one change after the other with one pause between them, up to the last one before the travel.
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
        do { try await clock.sleep(for: pause(last, next)) } catch { return }
      }
      // The travel may have ended meanwhile, or gone elsewhere.
      guard travelPlace != nil, travel(to: next.number) else { return }
      last = next
    }
  }

  /// Shows the present again, which has gone on meanwhile.
  ///
  /// - Parameter applyingWrites: Whether it has the changes that were made meanwhile, perhaps from what was shown.
  public func resume(applyingWrites: Bool = true) {
    recorder.resume(applyingWrites: applyingWrites)
  }

  /// Makes what is shown the present.
  ///
  /// Effects that were started later are cancelled. Later entries stay, and are struck out.
  public func commit() {
    recorder.commit()
  }

  /// Whether a commit of an earlier state has made an entry void.
  public func isStruckOut(_ entry: JournalEntry) -> Bool {
    recorder.isStruckOut(entry.number)
  }
}
