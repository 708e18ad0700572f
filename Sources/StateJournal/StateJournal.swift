public import Foundation
public import StateCore
public import StateFields
package import StateRecord

/// Records what happens in stores, and knows the state behind each event.
///
/// ```swift
/// let journal = StateJournal()
/// journal.record(store)
/// for entry in journal.entries { print(entry.text) }
/// let before = journal.state(of: store.id, at: number)
/// ```
///
/// It keeps no store. When it goes away the recording ends, and with it the updates.
@MainActor
public final class StateJournal {
  let recorder: JournalRecorder

  /// Makes a journal that records nothing yet.
  ///
  /// - Parameters:
  ///   - capacity: The bytes that entries may take up, roughly; if they take up more, the oldest go. Beside
  ///     that the journal has the values that the states had before the first entry.
  ///   - folder: Where the entries that go are written, half of the capacity being for them on their way; it is made
  ///     with the first file. `spill` says which files there are. Nobody deletes them.
  public init(capacity: Int = 16 << 20, spillingTo folder: URL? = nil) {
    recorder = JournalRecorder(capacity: capacity, spillingTo: folder)
  }

  deinit {
    MainThread.run { [recorder] in recorder.end() }
  }

  /// Makes a journal that records all stores that are made while it is there.
  ///
  /// - Parameters:
  ///   - capacity: The bytes that entries may take up, as of `init(capacity:spillingTo:)`.
  ///   - folder: Where the entries are written that go.
  /// - Returns: The journal; the recording ends when it goes away.
  public static func recordAll(
    capacity: Int = 16 << 20,
    spillingTo folder: URL? = nil
  ) -> StateJournal {
    let journal = StateJournal(capacity: capacity, spillingTo: folder)
    journal.recordAll()
    return journal
  }

  /// Records all stores that are made from now on.
  public func recordAll() { recorder.recordAll() }

  /// Records a store of whichever style from now on, with the stores of its children.
  package func recordAny(_ store: any RecordableStore) { recorder.record(store) }

  /// Records a store no longer; its entries stay.
  public func stopRecording(_ store: StoreID) { recorder.stopRecording(store) }

  /// Records no store any longer; the entries stay.
  public func stopRecording() { recorder.stopRecordingAll() }

  /// The entries that there are now, the oldest first.
  ///
  /// - Complexity: O(1); while the list is kept, the next entry costs more.
  public var entries: JournalEntries { recorder.entries }

  /// The entries from now on.
  ///
  /// Nothing is copied for them: a loop that is slow takes them later.
  public var updates: JournalUpdates { JournalUpdates(recorder, after: recorder.lastNumber) }

  /// The bytes that the entries take up, roughly.
  public var size: Int { recorder.size }

  /// The state that a store had behind the event with a number.
  ///
  /// There is none before the recording of the store began, after it ended, and before the oldest entry that is left.
  ///
  /// - Complexity: O(n), with the number of objects in all states, or 256 if there are fewer.
  public func state(of store: StoreID, at number: Int) -> StateSnapshot? {
    recorder.state(of: store, at: number)
  }

  /// Whether each action and each effect from now on is an interval that Instruments shows; without effect on systems
  /// other than Apple's.
  ///
  /// The intervals have the names of actions and effects, and no values. They begin and end where the journal hears of it:
  /// for work that is not on the main actor, in its next turn.
  public var emitsSignposts: Bool {
    get { recorder.emitsSignposts }
    set { recorder.emitsSignposts = newValue }
  }

  /// How long the actions and effects of all recorded stores have taken, from the beginning on.
  public var profile: JournalProfile { recorder.profile }
}
