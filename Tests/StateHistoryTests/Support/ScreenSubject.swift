import Observation
import ScreenStateKit
import StateCore
import StateFields
import StateHistory
import StateJournal
import StateTestSupport

/// A screen's store with rows, whose actions suspend.
@MainActor
final class ScreenSubject: HistorySubject {
  private actor Editor: ScreenStore {
    typealias Action = HistoryAction

    nonisolated let binding: ScreenBinding<DraftScreen>

    init(_ clock: any Clock<Duration>) {
      binding = ScreenBinding(clock: clock)
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .title(let title), .refresh(let title): try await updateState { $0.title = title }
      case .both(let title, let text):
        try await updateState { $0.title = title }
        try await updateState { $0.text = text }
      case .add(let row): try await updateState { $0.rows.append(row) }
      case .remove(let id): try await updateState { $0.rows.removeAll { $0.id == id } }
      case .name(let row, let name): try await updateState { $0.rows[row].name = name }
      case .later(_, let title, let gate, let text):
        try await updateState { $0.title = title }
        try await gate.pass()
        try await updateState { $0.text = text }
      case .refreshRows(let rows): try await updateState { $0.rows = rows }
      case .watch(let texts): observe(texts) { text, state in state.text = text }
      }
    }
  }

  private let state = DraftScreen()
  private let store: Editor

  init(_ clock: any Clock<Duration>) async {
    store = Editor(clock)
    await store.bind(to: state)
  }

  var isSynchronous: Bool { false }

  var side: String? { nil }

  func sendToSide(_ title: String) {}

  func endSide() {}

  var note: String {
    get { state.note }
    set { state.note = newValue }
  }

  var rows: [Row] { state.rows }

  var title: String {
    get { state.title }
    set { state.title = newValue }
  }

  var text: String {
    get { state.text }
    set { state.text = newValue }
  }

  var length: Int { state.text.count }

  func makeHistory(_ limits: HistoryLimits, _ effects: UndoneEffects) -> History {
    History(
      of: store,
      state: state,
      excluding: [\.note],
      limits: limits,
      undoing: effects,
      ignoring: HistoryAction.isIgnored
    )
  }

  func makeHistoryOfNote() -> History {
    History(of: store, state: state, \.note, coalescing: nil)
  }

  func run(_ action: HistoryAction) async { await store.run(action) }

  func record(in journal: Journal) { journal.record(store) }

  func send(_ action: HistoryAction) { store.send(action) }
}
