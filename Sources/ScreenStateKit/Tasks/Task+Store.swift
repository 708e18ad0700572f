import StateCore

extension Task {
  /// Puts the task into `bag`, where it collides with no other.
  ///
  /// Without a bag nothing happens.
  @discardableResult
  public func store(in bag: CancelBag?) -> AnyTask {
    bag?.registry.add(self)
    return AnyTask(self, id: self)
  }

  /// Puts the task into `bag` under `identifier`; if that is in use, the bag's policy decides which
  /// of the two is cancelled, before this returns.
  ///
  /// Without a bag nothing happens.
  @discardableResult
  public func store(
    in bag: CancelBag?,
    withIdentifier identifier: some Hashable & Sendable
  ) -> AnyTask {
    if let bag {
      bag.registry.add(self, key: TaskKey(identifier), policy: bag.policy.enginePolicy)
    }
    return AnyTask(self, id: identifier)
  }
}
