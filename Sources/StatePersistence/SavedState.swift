/// A handle for a state that is saved during its lifetime.
///
/// You don't need to keep the handle: the state is saved without it.
@MainActor
public final class SavedState<State: PersistentState> {
  private let follower: StateFollower<State>
  private var isDetached = false

  init(_ follower: StateFollower<State>) {
    self.follower = follower
  }

  /// Whether there are unsaved changes.
  public var hasUnsavedChanges: Bool { follower.hasChanges }

  /// The reason why changes aren't saved; `nil` unless an attempt to save them has failed.
  public var failure: SavedStateError? { follower.failure }

  /// Saves the changes that were made before this call, and the steps of a history that belong to them.
  ///
  /// - Returns: Whether all of them are saved. If not, `failure` contains the reason. A failed write is retried. A
  ///   value that can't be encoded is retried with the next save. While time travel shows an earlier state, changes
  ///   wait for its end.
  @discardableResult
  public func flush() async -> Bool { await follower.flush() }

  /// Saves all fields, even unchanged ones, for example in a new location of a state.
  ///
  /// - Returns: Whether they are saved; see `flush`.
  @discardableResult
  public func saveAll() async -> Bool { await follower.saveAll() }

  /// Loads what others have saved.
  ///
  /// Fields that were also changed here keep their values. The next save finds the conflict.
  public func reload() async { await follower.reload() }

  /// Saves the changes that were made before this call, and stops following the state.
  ///
  /// If a state was attached to its location several times, it is followed until all handles are detached.
  ///
  /// - Returns: Whether the changes are saved. Unsaved changes are lost when the state is deallocated.
  @discardableResult
  public func detach() async -> Bool {
    let isSaved = await follower.flush()
    if !isDetached {
      isDetached = true
      follower.leave()
    }
    return isSaved
  }
}
