#if canImport(SwiftUI)
package import Foundation
package import LexiconCore
import ScreenStateKit
package import SwiftUI
import ViewFeature

/// The root view of the app.
package struct LexiconView: View {
  private let content: LexiconContent
  private let folder: URL?
  @State private var place: Place
  @State private var kept: KeptStates?
  @State private var importStore: Store<ImportFeature>?
  @Environment(\.scenePhase) private var scenePhase

  /// Creates the view; if there is a folder, restores the app's state from it.
  package init(content: LexiconContent, keepingIn folder: URL? = nil) {
    self.content = content
    self.folder = folder
    _place = State(initialValue: content.place)
    _importStore = State(initialValue: content.makeImportStore())
  }

  package var body: some View {
    Group {
      if let importStore, !importStore.state.isFinished {
        ImportView(store: importStore)
      } else if let folder, kept == nil {
        ProgressView().task { kept = await KeptStates(content, in: folder) }
      } else {
        LexiconTabs(content: content)
      }
    }
    .onShowError($place.displayError)
    .onChange(of: scenePhase) {
      // The system may end the app without further notice.
      Task { _ = await kept?.flush() }
    }
  }
}
#endif
