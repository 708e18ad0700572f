/// A value that can stand in for content that is not loaded yet.
///
/// `isPlaceholder` is true of `placeholder` only if comparing is stable: sample data that makes new
/// identifiers at each call never equals itself.
public protocol PlaceholderRepresentable {
  static var placeholder: Self { get }
  var isPlaceholder: Bool { get }
}
