/// A storage of the meetings.
package struct MeetingStorage: Sendable {
  /// Returns the last saved meetings, or an empty array if none were saved.
  package let load: @Sendable () async throws -> [Meeting]
  /// Replaces the saved meetings atomically.
  package let save: @Sendable ([Meeting]) async throws -> Void
  /// Moves unreadable data aside, so that the next `save` doesn't overwrite it.
  package let setAside: @Sendable () async throws -> Void

  package init(
    load: @escaping @Sendable () async throws -> [Meeting],
    save: @escaping @Sendable ([Meeting]) async throws -> Void,
    setAside: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.load = load
    self.save = save
    self.setAside = setAside
  }
}
