extension Store {
  /// Sends an action, waits until it is done with its effects, and cancels it with the calling task.
  ///
  /// For work that lasts as long as a view: `.task { await store.run(.task) }`. A caller that is cancelled
  /// already sends none. After a cancel this returns when the effects have ended, so one that takes no
  /// notice of the cancel still has its time. A `ScreenStore` does the same with
  /// `isolatedReceive(action:)`.
  public func run(
    _ action: F.Action,
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
