#if canImport(SwiftUI)
package import Foundation
package import LexiconCore
package import SwiftUI

/// The app's windows.
package struct LexiconScene: Scene {
  private let content: LexiconContent
  private let folder: URL?

  /// Creates the windows; if there is a folder, restores the app's state from it.
  package init(content: LexiconContent, keepingIn folder: URL? = nil) {
    self.content = content
    self.folder = folder
  }

  package var body: some Scene {
    WindowGroup {
      LexiconView(content: content, keepingIn: folder)
    }
  }
}
#endif
