import ScreenStateKit
import SwiftUI
import Testing

@MainActor
struct OnShowLoadingTests {
  private struct Screen: View {
    @State var state: ScreenState

    var body: some View {
      Button("Save") {}.onShowLoading($state.isLoading)
    }
  }

  private let state = ScreenState()

  @Test func indicatorIsThereWhileTheStateLoads() {
    let host = ViewHost(Screen(state: state))
    #expect(host.node(.progress) == nil)

    state.loadingStarted()
    #expect(host.node(.progress) != nil)
    state.loadingFinished()

    #expect(host.node(.progress) == nil)
  }

  @Test func viewCanBeUsedWhileTheStateLoads() {
    state.loadingStarted()
    let host = ViewHost(Screen(state: state))

    #expect(throws: Never.self) { try host.tap("Save") }
  }
}
