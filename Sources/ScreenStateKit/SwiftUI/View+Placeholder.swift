#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Shows the view as a skeleton while `value` is a placeholder.
  public func placeholder<T: PlaceholderRepresentable>(_ value: T) -> some View {
    redacted(reason: value.isPlaceholder ? .placeholder : [])
  }
}
#endif
