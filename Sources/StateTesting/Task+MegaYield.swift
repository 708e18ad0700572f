extension Task where Success == Never, Failure == Never {
  /// Gives other tasks many chances to run.
  ///
  /// A chance is not a promise: a test that knows what it waits for should wait for that.
  public static func megaYield(count: Int = 20) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
      // On a busy machine that task may have ended already, and nothing was waited for.
      await yield()
    }
  }
}
