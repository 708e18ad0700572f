#if canImport(SwiftUI)
import StateFields
public import SwiftUI

extension Binding {
  /// A binding that has a value only while it is in one case, for `sheet(item:)` and the like.
  ///
  /// ```swift
  /// .sheet(item: $store.state.destination.case(Destination.edit)) { _ in … }
  /// ```
  ///
  /// A write of nil, such as a dismissal, is dropped when another case has taken the place of this one.
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
