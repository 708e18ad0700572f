/// What is called when something has happened to a saved state.
struct PersistenceHandlers {
  let onError: @MainActor (PersistenceError) -> Void
  let onConflict: @MainActor (PersistenceConflict) -> Void
  let onReload: @MainActor (Set<String>) -> Void
}
