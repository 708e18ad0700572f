#if canImport(SwiftUI)
public import SwiftUI

/// The animation type of `updateState`: SwiftUI's where there is one.
public typealias StateAnimation = SwiftUI.Animation

@MainActor
func withStateTransaction(
  animation: StateAnimation?,
  disablesAnimations: Bool = false,
  _ update: () -> Void
) {
  var transaction = Transaction(animation: animation)
  transaction.disablesAnimations = disablesAnimations
  withTransaction(transaction, update)
}
#endif
