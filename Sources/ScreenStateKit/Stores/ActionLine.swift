import StateCore

/// Lets runs begin in the order in which they took their places, whatever the order of their arrival.
///
/// Tasks come to an actor in the order of their priorities.
final class ActionLine: Sendable {
  private let table = Locked(LineTable<UnsafeContinuation<Void, Never>>())

  /// Takes the place behind all that were taken.
  ///
  /// A caller that takes one waits for it and leaves it; otherwise the places behind wait for ever.
  func takePlace() -> Int {
    table.withLock { $0.takePlace() }
  }

  /// Returns when all places before this one have been left.
  nonisolated(nonsending) func wait(for place: Int) async {
    guard !table.withLock({ $0.isFirst(place) }) else { return }
    await withUnsafeContinuation { continuation in
      let isFirst = table.withLock { table in
        table.wait(continuation, for: place)
      }
      if isFirst { continuation.resume() }
    }
  }

  /// Leaves the first place to the next one.
  func leave() {
    table.withLock { $0.leave() }?.resume()
  }
}
