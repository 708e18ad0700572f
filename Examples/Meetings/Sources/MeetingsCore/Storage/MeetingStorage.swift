/// Where the meetings are kept.
package struct MeetingStorage: Sendable {
  /// Returns what was saved last, and nothing if nothing was.
  package let load: @Sendable () async throws -> [Meeting]
  /// Replaces what was saved, wholly or not at all.
  package let save: @Sendable ([Meeting]) async throws -> Void
  /// Puts away what can't be read, so that the next `save` does not replace it.
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
