import ScreenStateKit
import SwiftUI
import Testing

@MainActor
struct RMLoadmoreViewTests {
  private struct Screen: View {
    @State private var isScrolledAway = false
    @State private var evaluations = 0
    let state: LoadmoreScreenState

    var body: some View {
      Button("Scroll") { isScrolledAway.toggle() }
      Button("Evaluate") { evaluations += 1 }
      Text("\(evaluations)")
      if !isScrolledAway { RMLoadmoreView(states: state) }
    }
  }

  private let state = LoadmoreScreenState()

  @Test func indicatorIsShown() {
    #expect(ViewHost(RMLoadmoreView(states: state)).node(.progress) != nil)
  }

  @Test func loadMoreIsAllowedWhenItGoesOffTheScreen() throws {
    let host = ViewHost(Screen(state: state))
    #expect(!state.canShowLoadmore)

    try host.tap("Scroll")

    #expect(state.canShowLoadmore)
  }

  @Test func evaluationIsNoReasonToGoOrToBeBuiltAnew() throws {
    let host = ViewHost(Screen(state: state))
    let identity = host.node(.progress)?.identity

    try host.tap("Evaluate")
    try host.tap("Evaluate")

    #expect(host.node(.progress)?.identity == identity)
    #expect(!state.canShowLoadmore)
  }
}
