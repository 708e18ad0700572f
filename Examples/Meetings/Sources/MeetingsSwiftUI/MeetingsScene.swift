#if canImport(SwiftUI)
import MeetingsCore
package import SwiftUI
import ViewFeature

/// The app's window.
package struct MeetingsScene: Scene {
  private static let options = MeetingsOptions(CommandLine.arguments.dropFirst())

  @State private var store = Store(
    initialState: MeetingsFeature.State(),
    feature: MeetingsFeature(),
    environment: .live.changing { options.apply(to: &$0) }
  )

  package init() {}

  package var body: some Scene {
    WindowGroup {
      MeetingsView(store: store, hasTeam: Self.options.server != nil)
    }
  }
}
#endif
