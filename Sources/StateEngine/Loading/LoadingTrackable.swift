/// An action that may show the screen's loading indicator while it runs.
public protocol LoadingTrackable {
  var canTrackLoading: Bool { get }
}
