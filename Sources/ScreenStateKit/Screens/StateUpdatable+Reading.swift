extension StateUpdatable {
  /// Reads one or more values of the state, all at the same moment.
  ///
  /// From another actor, this takes one hop regardless of the number of values.
  public func readState<Value: Sendable>(
    @StateValueBuilder _ readBlock: @MainActor (_ state: Self) -> Value
  ) -> Value {
    readBlock(self)
  }
}
