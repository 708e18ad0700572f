#if canImport(SwiftUI)
import MeetingsCore
package import SwiftUI

/// The app's window.
package struct MeetingsScene: Scene {
  private static let options = MeetingsOptions(CommandLine.arguments.dropFirst())

  package init() {}

  package var body: some Scene {
    WindowGroup {
      MeetingsStartView(options: Self.options)
    }
  }
}
#endif
