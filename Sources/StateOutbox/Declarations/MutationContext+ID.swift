public import StateQueries

/// What an outbox tells a change about ids.
protocol OutboxIDs: Sendable {
  func id<ID: Codable & Hashable & Sendable>(for local: ID) -> ID
}

extension MutationContext {
  /// Returns the server's id for an id that the app has invented, or the same id if it is unknown.
  ///
  /// An earlier change of the same outbox tells the server's id with `OutboxChange.aliases(in:)`.
  public func id<ID: Codable & Hashable & Sendable>(for local: ID) -> ID {
    (addition as? any OutboxIDs)?.id(for: local) ?? local
  }
}
