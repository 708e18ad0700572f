#if canImport(SwiftUI)
public import SwiftUI

// Exported for the whole package and its users, which name animations in stores that don't import SwiftUI.
@_exported public import struct SwiftUI.Animation

/// The animation type of `updateState`: SwiftUI's own type if SwiftUI is available.
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
