/// An event in the app or the system that affects the loads of a cache.
public enum QueryEvent: Hashable, Sendable {
  /// The app is active; stale content that is watched loads again.
  case active
  /// The app is inactive; intervals pause, and invalidated content loads when the app is active again.
  case inactive
  /// The network seems to be available; pauses end, and stale content that is watched loads again.
  case online
  /// The network seems to be unavailable; pauses and intervals wait, but the first attempt of a load doesn't.
  case offline
  /// The system needs memory; unused entries are removed.
  case memoryPressure
}
