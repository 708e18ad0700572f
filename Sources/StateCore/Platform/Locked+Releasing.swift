extension Locked {
  /// Runs `body`, and releases its result after the lock was given back.
  ///
  /// For values whose `deinit` may come back to the lock: the optimizer releases a result that a caller of
  /// `withLock` only discards before that.
  package func withLockReleasing<Result>(_ body: (inout Value) -> Result) {
    withExtendedLifetime(withLock(body)) {}
  }
}
