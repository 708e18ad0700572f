import Figures
import Foundation
import Observation
import StateJournal
import ViewFeature

/// A state of any size, of which one field changes.
@MainActor @Observable
private final class LedgerState: SnapshotState {
  var count = 0
  var pages: [[UInt8]]

  init(bytes: Int) {
    pages = [[UInt8](repeating: 1, count: bytes)]
  }

  static let snapshotFields = SnapshotFields<LedgerState> {
    SnapshotField("count", \.count)
    SnapshotField("pages", \.pages)
  }
}

private struct LedgerFeature: Feature {
  enum Action: Sendable {
    case increment
  }

  func handle() -> ActionHandler<Action, LedgerState> {
    ActionHandler { _, state in
      state.count += 1
      return .none
    }
  }
}

enum JournalRow: Row {
  static let name = "journal"

  static func figures(rounds: Int) async -> [Figure] {
    await costs(rounds: rounds) + travelling(rounds: rounds) + recordings(rounds: rounds)
      + [1_000, 100_000, 2_000_000].map(bytesOfEntry) + travels()
      + [bytesAfterManyChanges()] + spilling(bytes: 1_000) + spilling(bytes: 2_000_000)
  }

  private static func makeStore(bytes: Int = 1_000) -> Store<LedgerFeature> {
    Store(initialState: LedgerState(bytes: bytes), feature: LedgerFeature())
  }

  /// CPU time of a change, and of an action with one.
  private static func costs(rounds: Int) async -> [Figure] {
    let plain = makeStore()
    let recorded = makeStore()
    let journal = Journal()
    journal.record(recorded)
    let write = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { recorded.state.count += 1 } },
      limit: { for _ in 0..<$0 { plain.state.count += 1 } }
    )
    let send = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { recorded.send(.increment) } },
      limit: { for _ in 0..<$0 { plain.send(.increment) } }
    )
    return [
      Figure(row: name, "changed field", nanoseconds: write.operation, highest: 10_000),
      Figure(row: name, "send with one change, 4 entries", nanoseconds: send.operation),
    ]
  }

  /// Changes while the app travels: many in one turn, and one in each turn.
  private static func travelling(rounds: Int) async -> [Figure] {
    func makeTraveller() -> (Store<LedgerFeature>, Journal) {
      let store = makeStore()
      let journal = Journal()
      journal.record(store)
      let past = journal.entries.last?.number ?? 0
      store.state.count += 1
      journal.travel(to: past)
      return (store, journal)
    }
    let recorded = makeStore()
    let journal = Journal()
    journal.record(recorded)
    let (traveller, other) = makeTraveller()
    let write = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { traveller.state.count += 1 } },
      limit: { for _ in 0..<$0 { recorded.state.count += 1 } }
    )
    let (late, lateJournal) = makeTraveller()
    for _ in 0..<100 { await writeInATurn(late) }
    let turn = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { await writeInATurn(late) } },
      limit: { count in
        let (store, journal) = makeTraveller()
        for _ in 0..<count { await writeInATurn(store) }
        withExtendedLifetime(journal) {}
      }
    )
    withExtendedLifetime((journal, other, lateJournal)) {}
    return [
      Figure(
        row: name,
        "changed field while travelling",
        against: "while recording",
        write,
        highestRatio: 1.5
      ),
      Figure(
        row: name,
        "turn with a change while travelling, behind 100 others",
        against: "the first ones",
        turn,
        highestRatio: 1.5
      ),
    ]
  }

  private static func writeInATurn(_ store: Store<LedgerFeature>) async {
    store.state.count += 1
    await Task.yield()
  }

  /// A recording that is switched on and off, often and a few times.
  private static func recordings(rounds: Int) async -> [Figure] {
    func switchOnAndOff(_ store: Store<LedgerFeature>) {
      let journal = Journal()
      journal.record(store)
      store.state.count += 1
      journal.stopRecording()
    }
    let often = makeStore()
    // A change is held until its turn ends.
    func switchOnAndOffManyTimes() async {
      for _ in 0..<10_000 { switchOnAndOff(often) }
      await Task.yield()
    }
    await switchOnAndOffManyTimes()
    let before = Heap.bytesInUse
    await switchOnAndOffManyTimes()
    let growth = Heap.bytesInUse - before
    let fresh = makeStore()
    let comparison = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { switchOnAndOff(often) } },
      limit: { for _ in 0..<$0 { switchOnAndOff(fresh) } }
    )
    return [
      Figure(
        row: name,
        "recording switched on and off, behind 20,000 others",
        against: "the first ones",
        comparison,
        highestRatio: 1.5
      ),
      Figure(
        row: name,
        "heap after 10,000 more recordings",
        bytes: Double(max(growth, 0)),
        highest: Double(1 << 20)
      ),
    ]
  }

  private static func bytesOfEntry(_ bytes: Int) -> Figure {
    let store = makeStore(bytes: bytes)
    let journal = Journal(capacity: 1 << 30)
    journal.record(store)
    let count = 10_000
    let before = Heap.bytesInUse
    for _ in 0..<count { store.send(.increment) }
    let entries = journal.entries.count
    let used = Heap.bytesInUse - before
    return withExtendedLifetime(journal) {
      Figure(
        row: name,
        "entry, with a state of \(bytes / 1_000) kB",
        bytes: Double(used) / Double(entries)
      )
    }
  }

  /// The highest CPU time of several places.
  private static func travels() -> [Figure] {
    let store = makeStore()
    let journal = Journal(capacity: 1 << 30)
    let id = journal.record(store)
    for _ in 0..<10_000 { store.send(.increment) }
    let numbers = journal.entries.map(\.number)
    var state = 0.0
    var jump = 0.0
    for place in stride(from: 0, to: numbers.count, by: 37) {
      state = max(state, time { _ = journal.state(of: id, at: numbers[place]) })
    }
    for place in stride(from: 0, to: 1_000, by: 100) {
      jump = max(jump, time { journal.travel(to: numbers[place]) })
      jump = max(jump, time { journal.travel(to: numbers[place + 20_000]) })
    }
    journal.resume()
    return [
      Figure(row: name, "state(of:at:), worst place", nanoseconds: state, highest: 20_000_000),
      Figure(
        row: name,
        "travel over 20,000 entries, worst",
        nanoseconds: jump,
        highest: 50_000_000
      ),
    ]
  }

  private static func time(_ body: () -> Void) -> Double {
    let start = CPUTime.nanoseconds
    body()
    return Double(CPUTime.nanoseconds - start)
  }

  private static func bytesAfterManyChanges() -> Figure {
    let capacity = 16 << 20
    let store = makeStore(bytes: 2_000_000)
    let journal = Journal(capacity: capacity)
    journal.record(store)
    let before = Heap.bytesInUse
    for _ in 0..<1_000_000 { store.state.count += 1 }
    let used = Heap.bytesInUse - before
    return withExtendedLifetime(journal) {
      Figure(
        row: name,
        "1,000,000 changes in 16 MB",
        bytes: Double(used),
        highest: Double(capacity)
      )
    }
  }

  /// Memory and CPU time of changes whose entries go to files.
  private static func spilling(bytes: Int) -> [Figure] {
    let capacity = 16 << 20
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("spill-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = makeStore(bytes: bytes)
    let journal = Journal(capacity: capacity, spillingTo: folder)
    journal.record(store)
    let before = Heap.bytesInUse
    let start = CPUTime.nanoseconds
    var highest = 0
    for _ in 0..<1_000 {
      for _ in 0..<1_000 { store.state.count += 1 }
      highest = max(highest, Heap.bytesInUse - before)
    }
    let time = Double(CPUTime.nanoseconds - start) / 1_000_000
    let name = "with a folder and a state of \(bytes / 1_000) kB"
    return [
      Figure(row: Self.name, "changed field, \(name)", nanoseconds: time),
      Figure(
        row: Self.name,
        "1,000,000 changes in 16 MB, highest, \(name)",
        bytes: Double(highest),
        highest: bytes < 10_000 ? Double(capacity) : nil
      ),
    ]
  }
}
