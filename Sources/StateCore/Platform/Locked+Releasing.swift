extension Locked {
  /// Runs `body`, and releases its result after unlocking.
  ///
  /// Use this for values whose `deinit` may use the lock again. If a caller of `withLock` only discards the result, the
  /// optimizer releases it before unlocking.
  package func withLockReleasing<Result>(_ body: (inout Value) -> Result) {
    withExtendedLifetime(withLock(body)) {}
  }
}
