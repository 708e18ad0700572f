#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Tells a cache when the app becomes active, when it is in the background, and when the system needs memory.
  ///
  /// Use it for the root view of each scene. The cache is inactive while all these scenes are in the background; a scene
  /// that is only interrupted, for example by the app switcher, changes nothing.
  ///
  /// ```swift
  /// WindowGroup { RootView().queryEvents() }
  /// ```
  public func queryEvents(_ queries: QueryCache = .shared) -> some View {
    modifier(QueryEventsModifier(queries: queries))
  }
}

private struct QueryEventsModifier: ViewModifier {
  @Environment(\.scenePhase) private var scenePhase
  @State private var scene = QueryScene()
  let queries: QueryCache

  func body(content: Content) -> some View {
    content
      .onChange(of: scenePhase, initial: true) {
        scene.note(scenePhase == .inactive ? nil : scenePhase == .background, in: queries)
      }
      .onChange(of: ObjectIdentifier(queries)) { scene.move(to: queries) }
      .onDisappear { scene.end() }
  }
}
#endif
