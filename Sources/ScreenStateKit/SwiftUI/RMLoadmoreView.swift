#if canImport(SwiftUI)
public import SwiftUI

/// The last row of a list that loads page by page.
///
/// When it scrolls off screen, it allows the state to show it again.
public struct RMLoadmoreView: View {
  private let states: LoadmoreScreenState

  /// Creates a row for the list of `states`.
  public init(states: LoadmoreScreenState) {
    self.states = states
  }

  /// The content of the view.
  public var body: some View {
    RowProgressView()
      .onDisappear { states.canExecuteLoadmore() }
  }
}
#endif
