import FeatureRecording
import StateCore
import StateFields
import StateJournal
import StateRecord
import ViewFeature

/// Full copies of recorded states, taken while a journal records them.
///
/// If each write is reported before the next one, a copy is taken after each change. Otherwise, copies are taken when a
/// test requests them.
@MainActor
final class StateCopies: EventSink {
  struct Copy {
    let number: Int
    /// The states; `nil` if a copy would show more than the journal has so far.
    let states: [(store: StoreID, state: StateSnapshot)]?
  }

  private let journal: Journal
  private let isExact: Bool
  private var random: SeededGenerator
  private var states: [(store: StoreID, state: any SnapshotState)] = []
  private var children: [StoreID] = []
  private(set) var copies: [Copy] = []

  init(_ journal: Journal, isExact: Bool, seed: Int) {
    self.journal = journal
    self.isExact = isExact
    random = SeededGenerator(seed: seed)
  }

  /// Starts with recorded stores.
  func start(_ states: [(StoreID, any SnapshotState)]) {
    self.states = states
    if isExact { EventCenter.attach(self) }
    add(journal.entries.last?.number ?? 0)
  }

  func stop() { EventCenter.detach(self) }

  /// Runs a write, and possibly takes a copy.
  func write(_ body: () -> Void) {
    if isExact {
      EventCenter.report()
      // The changes are complete when the call ends.
      CurrentCause.with(CurrentCause.now, body)
    } else {
      body()
      if Int.random(in: 0..<3, using: &random) == 0 { take() }
    }
  }

  /// Takes a copy after the last entry.
  func take() {
    guard let number = journal.entries.last?.number, number != copies.last?.number else { return }
    add(number)
  }

  func take(_ event: StateEvent) {
    switch event.kind {
    case .storeMade(let description):
      if let parent = description.parent, states.contains(where: { $0.store == parent }) {
        children.append(event.store)
      }
    case .change(let change):
      // Removing an error may show loading, which is reported with it.
      let isAlone = change.field != "displayError" || change.new.text != "nil"
      if isAlone {
        add(event.number)
      } else {
        copies.append(Copy(number: event.number, states: nil))
      }
    default: break
    }
  }

  private func add(_ number: Int) {
    var all = states.map { ($0.store, $0.state.snapshot()) }
    let boxes = states.compactMap { $0.state as? any Desk }.flatMap { desk in
      desk.boxes + (desk.box.map { [$0] } ?? [])
    }
    for id in children {
      guard let store = StoreRecording.store(id) as? Store<BoxFeature> else { continue }
      if boxes.contains(where: { $0 === store.state }) { all.append((id, store.state.snapshot())) }
    }
    copies.append(Copy(number: number, states: all))
  }

  /// Returns the difference between the states that the journal reconstructs and the copies, after each entry with a
  /// copy.
  func difference() -> (compared: Int, text: String?) {
    var compared = 0
    var next = 0
    for entry in journal.entries {
      while next < copies.count, copies[next].number <= entry.number { next += 1 }
      guard next > 0, let states = copies[next - 1].states else { continue }
      if !isExact, copies[next - 1].number != entry.number { continue }
      for (store, copy) in states {
        compared += 1
        guard let found = journal.state(of: store, at: entry.number) else {
          return (compared, "\(entry.text): the state of \(store) is missing")
        }
        if found != copy {
          return (compared, "\(entry.text): \(copy.differences(to: found)) in \(store)")
        }
      }
    }
    return (compared, nil)
  }
}
