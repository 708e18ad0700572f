/// A value that can stand in for content that is not loaded yet.
///
/// `isPlaceholder` is true of `placeholder` only if comparing is stable: sample data that makes new
/// identifiers at each call never equals itself.
public protocol PlaceholderRepresentable {
  /// The value to draw before there is content.
  static var placeholder: Self { get }
  /// Whether this is the placeholder.
  var isPlaceholder: Bool { get }
}
