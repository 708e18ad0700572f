import ScreenStateKit
import StateHistory
import StateJournal
import StateTestSupport
import ViewFeature

/// A store of one style whose state is a `Studio`, with another store that may end.
@MainActor
protocol StudioSubject: AnyObject {
  var state: Studio { get }
  /// The title of the other store.
  var side: String? { get }
  func makeHistory(_ limits: HistoryLimits, _ effects: UndoneEffects) -> History
  func record(in journal: Journal)
  func present(_ script: StudioWork.Script?)
  func send(_ action: StudioAction)
  func run(_ action: StudioAction) async
  /// Names an item through its own store, or returns `false` if it has none.
  func name(_ item: Item, _ name: String) -> Bool
  func sendToSide(_ action: StudioAction)
  func endSide()
}

@MainActor
final class FeatureStudio: StudioSubject {
  private let store: Store<StudioFeature>
  private let work = StudioWork()
  private var other: Store<StudioFeature>?

  init(_ state: Studio, _ clock: any Clock<Duration>, hasSide: Bool) {
    store = Store(initialState: state, feature: StudioFeature(work: work), clock: clock)
    if hasSide { other = Store(initialState: Studio(), feature: StudioFeature(), clock: clock) }
  }

  var state: Studio { store.state }
  var side: String? { other?.state.title }

  func makeHistory(_ limits: HistoryLimits, _ effects: UndoneEffects) -> History {
    History(limits: limits, undoing: effects) {
      HistoryScope(of: store, ignoring: StudioAction.isIgnored)
      if let other { HistoryScope(of: other, \.title) }
    }
  }

  func record(in journal: Journal) { journal.record(store) }

  func present(_ script: StudioWork.Script?) {
    work.script = script
    if script == nil { store.removeObserver() } else { store.addObserver() }
  }

  func send(_ action: StudioAction) { store.send(action) }

  func run(_ action: StudioAction) async { store.send(action) }

  func name(_ item: Item, _ name: String) -> Bool {
    let key = state.named.first { $0.value === item }?.key
    let child: Store<ItemFeature>? =
      if state.lead === item {
        store.scope(\.lead)
      } else if state.items.contains(where: { $0 === item }) {
        store.scope(\.items, id: item.id)
      } else {
        key.flatMap { store.scope(\.named, id: $0) }
      }
    child?.send(.name(name))
    return child != nil
  }

  func sendToSide(_ action: StudioAction) { other?.send(action) }

  func endSide() { other = nil }
}

@MainActor
final class ScreenStudio: StudioSubject {
  let state: Studio
  private let store: StudioStore
  private let work = StudioWork()
  private var other: (store: StudioStore, state: Studio)?

  init(_ state: Studio, _ clock: any Clock<Duration>, hasSide: Bool) async {
    self.state = state
    store = StudioStore(clock, work)
    await store.bind(to: state)
    if hasSide {
      let (store, state) = (StudioStore(clock, StudioWork()), Studio())
      await store.bind(to: state)
      other = (store, state)
    }
  }

  var side: String? { other?.state.title }

  func makeHistory(_ limits: HistoryLimits, _ effects: UndoneEffects) -> History {
    History(limits: limits, undoing: effects) {
      HistoryScope(of: store, state: state, ignoring: StudioAction.isIgnored)
      if let other { HistoryScope(of: other.store, state: other.state, \.title) }
    }
  }

  func record(in journal: Journal) { journal.record(store) }

  func present(_ script: StudioWork.Script?) {
    work.script = script
    if script == nil { store.removeObserver() } else { store.addObserver() }
  }

  func send(_ action: StudioAction) { store.send(action) }

  func run(_ action: StudioAction) async { await store.run(action) }

  func name(_ item: Item, _ name: String) -> Bool { false }

  func sendToSide(_ action: StudioAction) { other?.store.send(action) }

  func endSide() { other = nil }
}
