/// A state that is saved, for as long as it is there.
///
/// It need not be kept: the state goes on being saved without it.
@MainActor
public final class SavedState<State: PersistentState> {
  private let follower: StateFollower<State>
  private var isDetached = false

  init(_ follower: StateFollower<State>) {
    self.follower = follower
  }

  /// Whether there are changes that are not saved yet.
  public var hasUnsavedChanges: Bool { follower.hasChanges }

  /// Why changes are not saved; nothing if no try to save them has failed.
  public var failure: SavedStateError? { follower.failure }

  /// Saves the changes that were made before this call.
  ///
  /// - Returns: Whether all of them are saved. If not, `failure` says why. A write is tried again; a value that does not
  ///   encode is tried again with the next save. While time travel shows an earlier state, changes wait for its end.
  @discardableResult
  public func flush() async -> Bool { await follower.flush() }

  /// Saves all fields, whether or not they have changed, as in a place that a state moves to.
  ///
  /// - Returns: Whether they are saved; see `flush`.
  @discardableResult
  public func saveAll() async -> Bool { await follower.saveAll() }

  /// Loads what others have saved.
  ///
  /// Fields that were changed here as well keep their values; the next save finds the conflict.
  public func reload() async { await follower.reload() }

  /// Saves the changes that were made before this call, and follows no more.
  ///
  /// A state that was attached to its place several times is followed until each of the handles is detached.
  ///
  /// - Returns: Whether they are saved. Those that are not go with the state.
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
