/// An action that can show the screen's loading indicator while it runs.
public protocol LoadingTrackable {
  /// Whether the screen shows that it is loading while this action runs.
  var canTrackLoading: Bool { get }
}
