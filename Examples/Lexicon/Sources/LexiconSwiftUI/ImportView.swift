#if canImport(SwiftUI)
import LexiconCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// Shows the import of the words, which precedes all other screens.
struct ImportView: View {
  @State private var store: Store<ImportFeature>

  init(store: Store<ImportFeature>) {
    self.store = store
  }

  var body: some View {
    VStack(spacing: 16) {
      if let error = store.state.displayError {
        Text(error.message)
        Button("Retry") { store.send(.start) }
      } else if let progress = store.state.progress {
        ProgressView(
          "\(progress.done) of \(progress.total) words imported",
          value: progress.fraction
        )
      } else {
        ProgressView("Importing the words…")
      }
    }
    .padding()
    .task { store.send(.start) }
  }
}
#endif
