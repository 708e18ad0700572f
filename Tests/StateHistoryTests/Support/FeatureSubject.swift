import StateCore
import StateHistory
import StateJournal
import StateTestSupport
import ViewFeature

/// A store of a feature with rows, whose handlers don't suspend.
@MainActor
final class FeatureSubject: HistorySubject {
  private struct Editor: Feature {
    let rows = ChildCollection(\Draft.rows, RowFeature())

    func handle() -> ActionHandler<HistoryAction, Draft> {
      ActionHandler { action, state in
        switch action {
        case .title(let title), .refresh(let title): state.title = title
        case .both(let title, let text): (state.title, state.text) = (title, text)
        case .add(let row): state.rows.append(row)
        case .remove(let id): state.rows.removeAll { $0.id == id }
        case .name: break
        case .later(_, let title, let gate, let text):
          state.title = title
          return .run { state in
            try await gate.pass()
            state.text = text
          }
        case .refreshRows(let rows): state.rows = rows
        case .watch(let texts):
          return .observe(texts, id: "texts") { text, state in state.text = text }
        }
        return .none
      }
      .onChange(of: \.text) { _, new, state in
        state.length = new.count
        return .none
      }
    }
  }

  private let store: Store<Editor>
  private var other: Store<Editor>?

  init(_ clock: any Clock<Duration>) {
    store = Store(initialState: Draft(), feature: Editor(), clock: clock)
    other = Store(initialState: Draft(), feature: Editor(), clock: clock)
  }

  var side: String? { other?.state.title }

  func sendToSide(_ title: String) { other?.send(.title(title)) }

  func endSide() { other = nil }

  var note: String {
    get { store.state.cover.color }
    set { store.state.cover.color = newValue }
  }

  var isSynchronous: Bool { true }

  var rows: [Row] { store.state.rows }

  var title: String {
    get { store.state.title }
    set { store.state.title = newValue }
  }

  var text: String {
    get { store.state.text }
    set { store.state.text = newValue }
  }

  var length: Int { store.state.length }

  func makeHistory(_ limits: HistoryLimits, _ effects: UndoneEffects) -> History {
    History(limits: limits, undoing: effects) {
      HistoryScope(of: store, excluding: [\.cover], ignoring: HistoryAction.isIgnored)
      if let other { HistoryScope(of: other, \.title) }
    }
  }

  func makeHistoryOfNote() -> History { History(of: store, \.cover, coalescing: nil) }

  func record(in journal: Journal) { journal.record(store) }

  func run(_ action: HistoryAction) async { send(action) }

  func send(_ action: HistoryAction) {
    guard case .name(let row, let name) = action else {
      store.send(action)
      return
    }
    store.scope(\.rows, id: store.state.rows[row].id)?.send(.name(name))
  }
}
