// swift-format-ignore-file
// expect: error: main actor-isolated property 'isLoading' can not be mutated on a nonisolated actor instance
import ScreenStateKit
import SwiftUI

actor ItemStore {
  let state: ScreenState

  init(state: ScreenState) {
    self.state = state
  }

  func load() {
    state.isLoading = true
  }
}
