/// A scene that reports its phases to a cache.
@MainActor
final class QueryScene {
  private weak var queries: QueryCache?
  private var isInBackground = false

  /// Notes whether the scene is in the background; `nil` for an interruption, which leaves it where it is.
  func note(_ isInBackground: Bool?, in queries: QueryCache) {
    if let isInBackground { self.isInBackground = isInBackground }
    if self.queries !== queries { end() }
    self.queries = queries
    if queries.memoryPressure == nil {
      queries.memoryPressure = MemoryPressure { [weak queries] in
        queries?.receive(.memoryPressure)
      }
    }
    let event = queries.scenes.note(ObjectIdentifier(self), isInBackground: self.isInBackground)
    if let event { queries.receive(event) }
  }

  /// Reports to another cache from now on.
  func move(to queries: QueryCache) { note(nil, in: queries) }

  /// Notes that the scene has ended.
  func end() {
    guard let queries else { return }
    if let event = queries.scenes.end(ObjectIdentifier(self)) { queries.receive(event) }
    self.queries = nil
  }
}
