#if canImport(SwiftUI)
import MeetingsCore
package import SwiftUI
import ViewFeature

/// The app's window.
package struct MeetingsScene: Scene {
  @State private var store = Store(
    initialState: MeetingsFeature.State(),
    feature: MeetingsFeature()
  )

  package init() {}

  package var body: some Scene {
    WindowGroup {
      MeetingsView(store: store)
    }
  }
}
#endif
