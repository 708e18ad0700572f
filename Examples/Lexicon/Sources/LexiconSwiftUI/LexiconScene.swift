#if canImport(SwiftUI)
package import LexiconCore
package import SwiftUI

/// The windows of the app.
package struct LexiconScene: Scene {
  private let content: LexiconContent

  package init(content: LexiconContent) {
    self.content = content
  }

  package var body: some Scene {
    WindowGroup {
      LexiconView(content: content)
    }
  }
}
#endif
