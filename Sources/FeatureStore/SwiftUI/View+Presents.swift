#if canImport(SwiftUI)
import StateCore
public import SwiftUI

extension View {
  /// Presents a store from the appearance of the view to its disappearance.
  ///
  /// ```swift
  /// struct MeetingsView: View {
  ///   let store: Store<Meetings>
  ///
  ///   var body: some View {
  ///     List { … }.presents(store)
  ///   }
  /// }
  /// ```
  ///
  /// The effects of the store's `whilePresented` run while at least one view presents the store. A view that is
  /// updated, or replaced by another one in the same turn of the main actor, restarts nothing.
  public func presents<F: Feature>(_ store: Store<F>) -> some View {
    modifier(StorePresenting(store: store))
  }
}

private struct StorePresenting<F: Feature>: ViewModifier {
  let store: Store<F>
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
