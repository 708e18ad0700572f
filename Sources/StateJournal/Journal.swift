public import Foundation
public import StateCore
public import StateFields
package import StateRecord

/// A journal that records the events of stores and can return the state after each event.
///
/// ```swift
/// let journal = Journal()
/// journal.record(store)
/// for entry in journal.entries { print(entry.text) }
/// let before = journal.state(of: store.id, at: number)
/// ```
///
/// A journal doesn't retain stores. When it is deallocated, the recording and its updates end.
@MainActor
public final class Journal {
  let recorder: JournalRecorder

  /// Creates a journal that doesn't record anything yet.
  ///
  /// - Parameters:
  ///   - capacity: The approximate number of bytes for entries. If they need more, the oldest ones are removed. The
  ///     journal also keeps the values that the states had before the first entry.
  ///   - folder: The folder that removed entries are written to. Half of the capacity is reserved for entries that are
  ///     being written. The folder is created with the first file. `spill` lists the files, which are never deleted.
  public init(capacity: Int = 16 << 20, spillingTo folder: URL? = nil) {
    recorder = JournalRecorder(capacity: capacity, spillingTo: folder)
  }

  deinit {
    MainThread.run { [recorder] in recorder.end() }
  }

  /// Creates a journal that records all stores created during its lifetime.
  ///
  /// - Parameters:
  ///   - capacity: The approximate number of bytes for entries, as in `init(capacity:spillingTo:)`.
  ///   - folder: The folder that removed entries are written to.
  /// - Returns: The journal. The recording ends when it is deallocated.
  public static func recordAll(
    capacity: Int = 16 << 20,
    spillingTo folder: URL? = nil
  ) -> Journal {
    let journal = Journal(capacity: capacity, spillingTo: folder)
    journal.recordAll()
    return journal
  }

  /// Records all stores that are created from now on.
  public func recordAll() { recorder.recordAll() }

  /// Records a store of any style from now on, together with the stores of its children.
  package func recordAny(_ store: any RecordableStore) { recorder.record(store) }

  /// Stops recording a store.
  ///
  /// Its entries are kept.
  public func stopRecording(_ store: StoreID) { recorder.stopRecording(store) }

  /// Stops recording all stores.
  ///
  /// The entries are kept.
  public func stopRecording() { recorder.stopRecordingAll() }

  /// The current entries, the oldest first.
  ///
  /// They include the changes that the caller has just made, which the journal reads for this purpose.
  ///
  /// - Complexity: O(1). While the list is retained, the next entry costs more.
  public var entries: JournalEntries {
    EventCenter.report()
    return recorder.entries
  }

  /// The entries from now on.
  ///
  /// They aren't copied: a slow loop receives them later.
  public var updates: JournalUpdates {
    EventCenter.report()
    return JournalUpdates(recorder, after: recorder.lastNumber)
  }

  /// The approximate size of the entries in bytes.
  public var size: Int { recorder.size }

  /// Returns the state of a store after the event with a number.
  ///
  /// Returns `nil` for an event before the recording of the store began, after the recording ended, or before the
  /// oldest remaining entry.
  ///
  /// - Complexity: O(n), where n is the number of objects in all states, but at least 256.
  public func state(of store: StoreID, at number: Int) -> StateSnapshot? {
    EventCenter.report()
    return recorder.state(of: store, at: number)
  }

  /// Whether Instruments shows each future action and effect as an interval.
  ///
  /// This has no effect on systems that aren't Apple's.
  ///
  /// The intervals contain the names of actions and effects, but no values. They begin and end when the journal
  /// receives the event: for work outside the main actor, in the next turn of the main actor.
  public var emitsSignposts: Bool {
    get { recorder.emitsSignposts }
    set { recorder.emitsSignposts = newValue }
  }

  /// The durations of the actions and effects of all recorded stores since the start of the journal.
  public var profile: JournalProfile {
    EventCenter.report()
    return recorder.profile
  }
}
