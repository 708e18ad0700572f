// expect: call to main actor-isolated global function 'withStateTransaction(animation:disablesAnimations:_:)' in a synchronous nonisolated context
// in: ScreenStateKit/SwiftUI/StateAnimation.swift
func planted() {
  withStateTransaction(animation: nil) {}
}
