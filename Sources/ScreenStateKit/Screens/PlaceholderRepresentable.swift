/// A value that can represent content that is not loaded yet.
///
/// `isPlaceholder` is true for `placeholder` only if the comparison is stable: sample data with new identifiers for
/// each call never equals itself.
public protocol PlaceholderRepresentable {
  /// The value to show before content is loaded.
  static var placeholder: Self { get }
  /// Whether this is the placeholder.
  var isPlaceholder: Bool { get }
}
