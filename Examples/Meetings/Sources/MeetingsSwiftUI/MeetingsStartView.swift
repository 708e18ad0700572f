#if canImport(SwiftUI)
package import MeetingsCore
package import SwiftUI
package import ViewFeature

/// Shows the app as soon as its folders are open.
package struct MeetingsStartView: View {
  private let options: MeetingsOptions
  private let base: StoreEnvironment
  @State private var store: Store<MeetingsFeature>?
  @State private var failure: String?

  package init(options: MeetingsOptions, base: StoreEnvironment = .live) {
    self.options = options
    self.base = base
  }

  package var body: some View {
    if let store {
      MeetingsView(store: store, hasTeam: options.server != nil)
    } else if let failure {
      Text(failure)
      Button("Try again") { self.failure = nil }
    } else {
      ProgressView()
        .task { await start() }
    }
  }

  private func start() async {
    do {
      let environment = try await options.environment(from: base)
      store = Store(
        initialState: MeetingsFeature.State(),
        feature: MeetingsFeature(),
        environment: environment
      )
    } catch {
      failure = error.localizedDescription
    }
  }
}
#endif
