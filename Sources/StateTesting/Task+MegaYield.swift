extension Task where Success == Never, Failure == Never {
  /// Gives other tasks many opportunities to run.
  ///
  /// This isn't a guarantee: if a test knows what it waits for, it should wait for that.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<max(count, 0) {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
      // On a busy machine, that task may have already ended, so that nothing was awaited.
      await yield()
    }
  }
}
