#if canImport(SwiftUI)
import StateFields
public import SwiftUI

extension Binding {
  /// Returns a binding that has a value only while this one is in a certain case, for `sheet(item:)` and similar views.
  ///
  /// ```swift
  /// .sheet(item: $store.state.destination.case(Destination.edit)) { _ in … }
  /// ```
  ///
  /// Writing `nil`, for example on dismissal, is ignored if another case has replaced this one.
  @MainActor
  public func `case`<Cases: Sendable, Payload>(
    _ embed: @escaping @MainActor @Sendable (Payload) -> Cases
  ) -> Binding<Cases?> where Value == Cases? {
    let isThere: @MainActor @Sendable () -> Bool = {
      wrappedValue.flatMap { EnumerationCase($0) }?.isMade { embed($0) } ?? false
    }
    return Binding<Cases?> { @MainActor in
      isThere() ? wrappedValue : nil
    } set: { @MainActor value in
      if value != nil || isThere() { wrappedValue = value }
    }
  }
}
#endif
