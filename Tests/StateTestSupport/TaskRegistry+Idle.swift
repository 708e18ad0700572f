package import StateCore

extension TaskRegistry {
  /// A variant of `waitUntilIdle()` for tests, which continue if their time limit expires.
  package func idle() async {
    let isIdle = Signal()
    Task {
      await waitUntilIdle()
      isIdle.fire()
    }
    await isIdle.wait()
  }
}
