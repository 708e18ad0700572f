#if Inspector
import StateCore
import StateFields
import StateRecord

/// Shared content whose entries a test determines.
@MainActor
final class Shelf: SharedContent {
  struct Spirits: RedactedAction, Hashable {
    let password: String
    var isRedacted: Bool { true }
  }

  struct Failure: Error {}

  private var attempt: (any LoadNote)?

  init() { SharedContents.add(self) }

  /// The number of the content in requests.
  var number: Int { SharedContents.all.first { $0.content === self }?.number ?? 0 }

  /// Tells journals of an attempt whose content a state shows.
  func tell(to state: AnyObject) {
    guard let loads = CoreListening.loads else { return }
    let start = LoadStart(
      query: Spirits(password: secret),
      name: "Spirits",
      attempt: 2,
      reason: "interval",
      watcherCount: 2,
      cause: loads.cause
    )
    attempt = loads.begin(start, shownBy: [state])
    attempt?.end(.failed(Failure()), shownBy: [state])
  }

  var entryCount: Int { 3 }
  private(set) var isOnline = true
  private(set) var changes: [SharedEntryChange] = []
  /// The inspectors that have changed something since their last release.
  private(set) var inspectors: Set<InspectorID> = []

  func connect(_ isOnline: Bool, by inspector: InspectorID) {
    self.isOnline = isOnline
    inspectors.insert(inspector)
  }

  func change(_ entry: Int, _ change: SharedEntryChange, by inspector: InspectorID) -> Bool {
    guard entry < 3 else { return false }
    changes.append(change)
    inspectors.insert(inspector)
    return true
  }

  func release(_ inspector: InspectorID) { inspectors.remove(inspector) }

  func lastEntries(_ count: Int) -> [SharedEntry] {
    let spirits = SharedEntry(
      number: 1,
      query: Spirits(password: secret),
      name: "Spirits",
      age: nil,
      isStale: true,
      isLoading: true,
      nextAttempt: 3,
      error: Failure(),
      watcherCount: 2,
      waiterCount: 1,
      isPending: false,
      attempt: attempt,
      simulated: .failing("a")
    )
    let row = SharedEntry(
      number: 2,
      query: 5,
      name: "Int",
      age: .seconds(12.5),
      isStale: false,
      isLoading: false,
      nextAttempt: nil,
      error: nil,
      watcherCount: 0,
      waiterCount: 0,
      isPending: true,
      attempt: nil,
      simulated: nil
    )
    return Array([spirits, row, row].prefix(count))
  }
}
#endif
