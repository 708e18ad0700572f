extension Store {
  /// Sends an action, waits until it is done together with its effects, and cancels it with the calling task.
  ///
  /// Use it for work that lasts as long as a view: `.task { await store.run(.task) }`. A caller that is already
  /// cancelled sends no action. After a cancel, the function returns when the effects have ended, even if one of them
  /// ignores the cancellation. `run(_:)` of a `ScreenStore` does the same.
  public func run(
    _ action: F.InputAction,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async {
    guard !Task.isCancelled else { return }
    let sent: SentAction = send(action, fileID: fileID, line: line)
    await sent.endWithCaller()
  }
}

extension SentAction {
  /// Waits until the action is done, and cancels it with the calling task.
  @MainActor
  func endWithCaller() async {
    await withTaskCancellationHandler {
      await value
    } onCancel: {
      cancel()
    }
  }
}
