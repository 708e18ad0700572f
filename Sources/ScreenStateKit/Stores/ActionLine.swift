import StateCore

/// A line in which runs begin in the order of their places, regardless of the order of their arrival.
///
/// An actor runs its tasks in the order of their priorities.
final class ActionLine: Sendable {
  private let isOfRecordedStore = Locked(false)

  /// Whether the events of the store are recorded.
  var isRecorded: Bool {
    get { isOfRecordedStore.withLock { $0 } }
    set { isOfRecordedStore.withLock { $0 = newValue } }
  }

  private let table = Locked(LineTable<UnsafeContinuation<Void, Never>>())

  /// Takes the last place in the line.
  ///
  /// A caller that takes a place must wait for it and leave it; otherwise the later places wait forever.
  func takePlace() -> Int {
    table.withLock { $0.takePlace() }
  }

  /// Returns when all earlier places have been left.
  nonisolated(nonsending) func wait(for place: Int) async {
    guard !table.withLock({ $0.isFirst(place) }) else { return }
    await withUnsafeContinuation { continuation in
      let isFirst = table.withLock { table in
        table.wait(continuation, for: place)
      }
      if isFirst { continuation.resume() }
    }
  }

  /// Leaves a place if all earlier ones have been left, and resumes the next one.
  func leave(_ place: Int) -> Bool {
    let (isFirst, next) = table.withLock { table in
      table.isFirst(place) ? (true, table.leave()) : (false, nil)
    }
    next?.resume()
    return isFirst
  }

  /// Leaves the first place and resumes the next one.
  func leave() {
    table.withLock { $0.leave() }?.resume()
  }
}
