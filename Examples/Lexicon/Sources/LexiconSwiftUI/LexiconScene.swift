#if canImport(SwiftUI)
package import Foundation
package import LexiconCore
package import SwiftUI

/// The windows of the app.
package struct LexiconScene: Scene {
  private let content: LexiconContent
  private let folder: URL?

  /// Makes the windows; with a folder, what was open comes back from there.
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
