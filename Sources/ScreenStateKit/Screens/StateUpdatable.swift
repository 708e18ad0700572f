import StateCore

/// A state whose properties can change together, in one transaction.
@MainActor
public protocol StateUpdatable: Sendable {
  /// Runs `updateBlock` once, synchronously, so that no other code on the main actor sees a partial change.
  ///
  /// Without an animation, animations are disabled.
  func updateState(
    withAnimation animation: StateAnimation?,
    _ updateBlock: @MainActor (_ state: Self) -> Void
  )
}

extension StateUpdatable {
  /// Runs `updateBlock` once, in one transaction; without an animation, animations are disabled.
  public func updateState(
    withAnimation animation: StateAnimation? = .smooth,
    _ updateBlock: @MainActor (_ state: Self) -> Void
  ) {
    updateState(updateBlock, withAnimation: animation, disablesAnimations: animation == nil)
  }

  /// Runs `updateBlock` once, in one transaction; without an animation, animations are disabled.
  public func updateState(
    _ updateBlock: @MainActor (_ state: Self) -> Void,
    withAnimation animation: StateAnimation?
  ) {
    updateState(updateBlock, withAnimation: animation, disablesAnimations: animation == nil)
  }

  /// Runs `updateBlock` once, in one transaction without its own animation.
  public func updateState(
    _ updateBlock: @MainActor (_ state: Self) -> Void,
    disablesAnimations: Bool
  ) {
    updateState(updateBlock, withAnimation: nil, disablesAnimations: disablesAnimations)
  }

  /// Runs `updateBlock` once, in one transaction with this animation.
  public func updateState(
    _ updateBlock: @MainActor (_ state: Self) -> Void,
    withAnimation animation: StateAnimation?,
    disablesAnimations: Bool
  ) {
    CoreListening.update(self as AnyObject) {
      withStateTransaction(animation: animation, disablesAnimations: disablesAnimations) {
        updateBlock(self)
      }
    }
  }
}
