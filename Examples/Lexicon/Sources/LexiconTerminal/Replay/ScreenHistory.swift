import StateJournal

/// Which screens were open behind each entry of a session.
struct ScreenHistory {
  private struct Step {
    let number: Int
    let front: SessionStore?
  }

  private var steps: [Step] = []

  init(_ session: StateSession) {
    var open: [SessionStore] = []
    for entry in session.entries {
      switch entry.kind {
      case .storeMade(let store, _) where store.parent == nil:
        open.removeAll { $0.id == store.id }
        open.append(store)
      case .storeEnded: open.removeAll { $0.id == entry.store }
      default: continue
      }
      steps.append(Step(number: entry.number, front: open.last))
    }
  }

  /// The store of the screen that was in front behind the entry with a number.
  func front(at number: Int) -> SessionStore? {
    steps.last { $0.number <= number }?.front
  }
}
