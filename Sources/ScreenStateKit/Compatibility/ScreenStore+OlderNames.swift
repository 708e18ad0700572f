// The names of the older documents. The functions that they forward to have the documentation.

// An extension of the refined protocol, so that `store.receive(action:)` without a type resolves to the function that
// returns a handle.
extension ScreenActionStore where Self: ScreenStore {
  @_disfavoredOverload
  public nonisolated func receive(action: Action) {
    send(action, fileID: "", line: 0)
  }
}

extension ScreenStore {
  /// Binds the store to its state, as `bind(to:)` does.
  public func binding(state: AScreenState) {
    bind(to: state)
  }

  /// Sends an action whose origin is unknown, for example through a function value.
  @_disfavoredOverload
  @discardableResult
  public nonisolated func receive(action: Action) -> AnyTask {
    send(action, fileID: "", line: 0)
  }

  /// Sends an action, as `send(_:)` does.
  @discardableResult
  public nonisolated func receive(
    action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> AnyTask {
    send(action, fileID: fileID, line: line)
  }

  /// Sends an action and waits for its end, as `run(_:)` does.
  public func isolatedReceive(
    action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async {
    await run(action, fileID: fileID, line: line)
  }

  /// Sends an action whose origin is unknown, for example through a function value, and waits for its end.
  @_disfavoredOverload
  public func isolatedReceive(action: Action) async {
    await run(action, fileID: "", line: 0)
  }
}
