public import FeatureStore

extension ActionTask {
  /// Creates an effect that enqueues a change in an outbox.
  ///
  /// The effect ends when the change is stored. It fails if the change can't be stored. With `retry`, a change that is
  /// stored already isn't stored again.
  public static func enqueue<Change: OutboxChange>(
    _ change: Change,
    in outbox: Outbox
  ) -> ActionTask {
    .run(name: "enqueue \(Change.name)") { (_: State) in
      try await outbox.enqueue(change)
    }
  }
}
