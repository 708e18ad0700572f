#if canImport(SwiftUI)
public import SwiftUI

/// The last row of a list that loads page after page.
///
/// When it goes off the screen, it asks the state to show it again.
public struct RMLoadmoreView: View {
  private let states: LoadmoreScreenState

  /// Makes a row that belongs to the list of `states`.
  public init(states: LoadmoreScreenState) {
    self.states = states
  }

  /// The drawn content.
  public var body: some View {
    RowProgressView()
      .onDisappear { states.canExecuteLoadmore() }
  }
}
#endif
