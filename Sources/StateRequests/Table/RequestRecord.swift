/// The content of an entry as a record outside of the table keeps it, without unconfirmed changes.
package struct RequestRecord<Content: Sendable>: Sendable {
  package var content: Content
  /// The date of the content.
  package var loadedAt: Duration
  /// Whether the content is stale regardless of its age.
  package var isInvalidated: Bool

  package init(content: Content, loadedAt: Duration, isInvalidated: Bool) {
    self.content = content
    self.loadedAt = loadedAt
    self.isInvalidated = isInvalidated
  }
}
