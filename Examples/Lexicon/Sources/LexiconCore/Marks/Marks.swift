package import StateHistory
import StateHistoryPersistence
package import StatePersistence
package import ViewFeature

/// The marked words, and the steps that mark them.
@MainActor
package final class Marks {
  package let state = MarksFeature.State()
  package let store: Store<MarksFeature>
  /// Each mark is a step, however fast the reader is.
  package let history: History

  package init() {
    store = Store(initialState: state, feature: MarksFeature())
    history = History(of: store, \.words, coalescing: nil)
  }

  /// Restores the marks and the steps, and saves them from then on.
  package func keep(
    in marks: PersistenceLocation,
    steps: PersistenceLocation
  ) async throws(SavedStateError) -> SavedState<MarksFeature.State> {
    let saved = try await SavedStates.attach(state, to: marks)
    do throws(SavedStateError) {
      try await history.persist(to: steps)
    } catch {
      // Another window of the app already saves the steps.
      if error.code != .inUse { throw error }
    }
    return saved
  }
}
