import LexiconCore
package import StateJournal

/// The screens that were open after each entry of a session.
///
/// The frontmost screen is the last one opened or used: one app shows a single screen at a time, another shows several.
package struct ScreenHistory {
  private struct Step {
    let number: Int
    let open: [SessionStore]
  }

  private var steps: [Step] = []

  package init(_ session: StateSession) {
    var open: [SessionStore] = []
    for entry in session.entries {
      switch entry.kind {
      // The marks belong to all screens.
      case .storeMade(let store, _)
      where store.parent == nil && store.feature != "\(MarksFeature.self)":
        open.removeAll { $0.id == store.id }
        open.append(store)
      case .storeEnded: open.removeAll { $0.id == entry.store }
      case .actionReceived(let sent) where sent.cause == .outside:
        guard open.last?.id != entry.store,
          let index = open.firstIndex(where: { $0.id == entry.store })
        else { continue }
        open.append(open.remove(at: index))
      default: continue
      }
      steps.append(Step(number: entry.number, open: open))
    }
  }

  /// Returns the stores of the screens that were open after an entry, with the frontmost screen's store last.
  package func open(at number: Int) -> [SessionStore] {
    steps.last { $0.number <= number }?.open ?? []
  }
}
