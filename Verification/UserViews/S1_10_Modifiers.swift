// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

struct S1Modifiers: View {
  @State private var viewState: ScreenState

  init(viewState: ScreenState) {
    self.viewState = viewState
  }

  var body: some View {
      Text("Content")
        // S1-10 (L366)
        .onShowError($viewState.displayError)
        // S1-11 (L374)
        .onShowLoading($viewState.isLoading)
        // S1-12 (L382)
        .onShowBlockLoading($viewState.isLoading, subtitles: "Saving...")
  }
}
