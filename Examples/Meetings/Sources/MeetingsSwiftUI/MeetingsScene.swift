#if canImport(SwiftUI)
package import MeetingsCore
package import SwiftUI
import ViewFeature

/// The app's window, with the meetings of a storage.
package struct MeetingsScene: Scene {
  @State private var store: Store<MeetingsFeature>

  package init(storage: MeetingStorage) {
    _store = State(
      initialValue: Store(
        initialState: MeetingsFeature.State(),
        feature: MeetingsFeature(storage: storage)
      )
    )
  }

  package var body: some Scene {
    WindowGroup {
      MeetingsView(store: store)
    }
  }
}
#endif
