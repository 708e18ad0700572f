/// The handlers for events of a saved state.
struct PersistenceHandlers {
  let onError: @MainActor (SavedStateError) -> Void
  let onConflict: @MainActor (PersistenceConflict) -> Void
  let onReload: @MainActor (Set<String>) -> Void
}
