import StateCore

extension Task {
  /// Stores the task in `bag`, without an identifier that another task could use.
  ///
  /// Without a bag, nothing happens.
  @discardableResult
  public func store(in bag: CancelBag?) -> AnyTask {
    bag?.registry.add(self)
    return AnyTask(self, id: self)
  }

  /// Stores the task in `bag` under `identifier`.
  ///
  /// If the identifier is in use, the bag's policy decides which of the two tasks is cancelled, before this function
  /// returns. Without a bag, nothing happens.
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
