public import StateCore

private enum OutboxKey: StoreEnvironmentKey {
  static let liveValue: Outbox? = nil
  static let testValue: Outbox? = nil
}

extension StoreEnvironment {
  /// The outbox of the signed-in user; `nil` until the app sets one.
  public var outbox: Outbox? {
    get { self[OutboxKey.self] }
    set { self[OutboxKey.self] = newValue }
  }
}
