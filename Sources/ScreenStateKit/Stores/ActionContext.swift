import StateEngine

/// The action whose work a task and its descendants do.
///
/// Tasks may keep it after the end of the action: it holds neither the store nor the state.
struct ActionContext: Sendable {
  @TaskLocal static var current: ActionContext?

  let run: ActionRun
  /// The run in the ledger of its store; absent if that has none.
  var place: ActionPlace?
  let store: any Any.Type
  let action: any Sendable
  let loading: ActionLoading?
}

/// Where a run is entered.
struct ActionPlace: Sendable {
  let work: RunningWork
  let id: WorkID
}
