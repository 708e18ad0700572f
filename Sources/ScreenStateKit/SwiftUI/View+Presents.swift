#if canImport(SwiftUI)
import StateCore
public import SwiftUI

extension View {
  /// Presents a screen's store from the appearance of the view to its disappearance.
  ///
  /// The store's `whilePresented()` runs while at least one view presents the store. A view that is updated, or replaced
  /// by another one in the same turn of the main actor, restarts nothing.
  public func presents<Presented: ScreenLifeCycle>(_ store: Presented) -> some View {
    modifier(ScreenPresenting(store: store))
  }
}

private struct ScreenPresenting<Presented: ScreenLifeCycle>: ViewModifier {
  let store: Presented
  @State private var presence = StorePresence()

  func body(content: Content) -> some View {
    content
      .onAppear { store.present(presence) }
      .onDisappear { presence.endPresentation() }
      .onChange(of: ObjectIdentifier(store)) {
        if presence.isPresenting { store.present(presence) }
      }
  }
}
#endif
