import StateEngine

extension TaskRegistry {
  /// `waitUntilIdle()` for a test, which goes on without it when its time is up.
  func idle() async {
    let isIdle = Gate()
    Task {
      await waitUntilIdle()
      isIdle.open()
    }
    await isIdle.wait()
  }
}
