/// The numbers of the stores, objects and actions of the process in events.
package enum SerialNumber {
  private static let last = Locked(0)

  /// Returns a number that was not returned before.
  package static func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
