extension StateUpdatable {
  /// Reads one or more values of the state, all of the same moment.
  ///
  /// From another actor this takes one hop, however many values there are.
  public func readState<Value: Sendable>(
    @StateValueBuilder _ readBlock: @MainActor (_ state: Self) -> Value
  ) -> Value {
    readBlock(self)
  }
}
