/// Listens to what the core does in this process.
///
/// The core knows nothing else of the recording of events.
package protocol CoreListener: Sendable {
  /// A listener of work has taken events. The ledger's lock is not held.
  func workHasReported()
  /// The turn of the main actor ends, and its observers run next.
  @MainActor func turnEnds()
  /// Other code takes the main actor over: a later turn may never come.
  @MainActor func turnCloses()
  /// Code has taken a value from its environment.
  func hasDrawn(_ value: EnvironmentValue)
}

/// The one listener of the process.
package enum CoreListening {
  private static let current = Locked<(any CoreListener)?>(nil)

  /// The listener; `nil` while no code of the process records events.
  package static var listener: (any CoreListener)? { current.withLock { $0 } }

  package static func begin(_ listener: any CoreListener) {
    current.withLock { $0 = listener }
  }

  /// Called with each new store; `nil` while no code wants to know.
  @MainActor package static var storeBegan: (@MainActor (_ store: AnyObject) -> Void)?
  /// Called before an effect writes a state; `nil` while no state shows other values than its own.
  @MainActor package static var willWrite: (@MainActor (_ state: AnyObject) -> Void)?
}
