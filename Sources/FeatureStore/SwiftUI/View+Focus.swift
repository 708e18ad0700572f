#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Keeps the focus and a field of the state in sync.
  ///
  /// ```swift
  /// @FocusState private var focus: SignUp.Field?
  ///
  /// TextField("Name", text: $store.state.name).focused($focus, equals: .name)
  ///   …
  ///   .focus($focus, follows: $store.state.focus)
  /// ```
  ///
  /// The state decides where the focus is when the view appears, and if both have changed. A focus that no view accepts
  /// isn't requested again: SwiftUI gives it up, and the state follows.
  public func focus<Value: Hashable>(
    _ focus: FocusState<Value>.Binding,
    follows state: Binding<Value>
  ) -> some View {
    modifier(FocusFollowing(focus: focus, state: state))
  }
}

private struct FocusFollowing<Value: Hashable>: ViewModifier {
  let focus: FocusState<Value>.Binding
  let state: Binding<Value>

  func body(content: Content) -> some View {
    let pair = FocusPair(wanted: state.wrappedValue, actual: focus.wrappedValue)
    content.onChange(of: pair, initial: true) { old, new in
      // At the beginning, both are the first pair.
      switch new.step(from: old == new ? nil : old) {
      case .none: break
      case .moveFocus: focus.wrappedValue = new.wanted
      case .writeState: state.wrappedValue = new.actual
      }
    }
  }
}
#endif
