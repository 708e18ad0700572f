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

  /// Returns a binding to the payload of a case, or `nil` if this binding has another case, for payloads that are
  /// values.
  ///
  /// ```swift
  /// if let form = $store.state.destination.payload(of: Destination.edit) {
  ///   TextField("Title", text: form.title)
  /// }
  /// ```
  ///
  /// If another case replaces this one, the binding keeps its first value, and writes to it are ignored.
  @MainActor
  public func payload<Cases: Sendable, Payload: Sendable>(
    of embed: @escaping @MainActor @Sendable (Payload) -> Cases
  ) -> Binding<Payload>? where Value == Cases? {
    let read: @MainActor @Sendable () -> Payload? = {
      guard let present = wrappedValue.flatMap({ EnumerationCase($0) }),
        present.isMade(by: { embed($0) })
      else { return nil }
      return present.payload as? Payload
    }
    guard let first = read() else { return nil }
    return Binding<Payload> { @MainActor in
      read() ?? first
    } set: { @MainActor value in
      if read() != nil { wrappedValue = embed(value) }
    }
  }
}
#endif
