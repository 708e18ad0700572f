package import StateCore

extension TaskRegistry {
  /// `waitUntilIdle()` for a test, which goes on without it when its time is up.
  package func idle() async {
    let isIdle = Signal()
    Task {
      await waitUntilIdle()
      isIdle.fire()
    }
    await isIdle.wait()
  }
}
