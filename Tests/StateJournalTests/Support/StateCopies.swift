import StateCore
import StateFields
import StateJournal
import StateRecord
import ViewFeature

/// Full copies of states that a journal records, taken beside it.
///
/// Behind each change, where each write is reported before the next one; otherwise wherever a test asks for one.
@MainActor
final class StateCopies: EventSink {
  struct Copy {
    let number: Int
    /// Nothing where a copy would show more than the journal has up to then.
    let states: [(store: StoreID, state: StateSnapshot)]?
  }

  private let journal: StateJournal
  private let isExact: Bool
  private var random: SeededGenerator
  private var states: [(store: StoreID, state: any SnapshotState)] = []
  private var children: [StoreID] = []
  private(set) var copies: [Copy] = []

  init(_ journal: StateJournal, isExact: Bool, seed: Int) {
    self.journal = journal
    self.isExact = isExact
    random = SeededGenerator(seed: seed)
  }

  /// Begins with stores that are recorded.
  func start(_ states: [(StoreID, any SnapshotState)]) {
    self.states = states
    if isExact { EventCenter.attach(self) }
    add(journal.entries.last?.number ?? 0)
  }

  func stop() { EventCenter.detach(self) }

  /// Runs a write, and perhaps takes a copy.
  func write(_ body: () -> Void) {
    if isExact {
      EventCenter.report()
      // The changes have been made when the call ends.
      CurrentCause.with(CurrentCause.now, body)
    } else {
      body()
      if Int.random(in: 0..<3, using: &random) == 0 { take() }
    }
  }

  /// Takes a copy behind the last entry.
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
      // An error that goes may let loading show, which is reported with it.
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

  /// In what the states that the journal rebuilds are not the copies; behind each entry, or behind each one that
  /// has a copy.
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
          return (compared, "\(entry.text): there is no state of \(store)")
        }
        if found != copy {
          return (compared, "\(entry.text): \(copy.differences(to: found)) in \(store)")
        }
      }
    }
    return (compared, nil)
  }
}
