#if canImport(SwiftUI)
public import SwiftUI

// For the whole package and its users, which name animations in stores that do not import SwiftUI.
@_exported public import struct SwiftUI.Animation

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
