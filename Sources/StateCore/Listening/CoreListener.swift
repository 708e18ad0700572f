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
  /// Returns the listener to a store that gets its first state; `nil` if no listener expects new stores.
  func listener(toNew store: AnyObject) -> AnyObject?
}

/// The one listener of the process.
package enum CoreListening {
  private struct Content {
    var listener: (any CoreListener)?
    var makeLight: (@Sendable (_ store: AnyObject) -> AnyObject?)?
  }

  private static let content = Locked(Content())

  /// The listener; `nil` while no code of the process records events.
  package static var listener: (any CoreListener)? { content.withLock { $0.listener } }

  package static func begin(_ listener: any CoreListener) {
    content.withLock { $0.listener = listener }
  }

  /// Sets the function that returns the light listener to a screen's store that gets its first state.
  package static func setMakeLight(_ make: (@Sendable (_ store: AnyObject) -> AnyObject?)?) {
    content.withLock { $0.makeLight = make }
  }

  /// Returns the listeners to a screen's store that gets its first state, each if there is one.
  package static func listeners(
    toNew store: AnyObject
  ) -> (recorder: AnyObject?, light: AnyObject?) {
    let content = content.withLock { $0 }
    return (content.listener?.listener(toNew: store), content.makeLight?(store))
  }

  /// Called with each new store; `nil` while no code wants to know.
  @MainActor package private(set) static var storeBegan: (@MainActor (_ store: AnyObject) -> Void)?
  /// Records each new store; `nil` while no code wants to know.
  @MainActor package static var recordNew: (@MainActor (_ store: AnyObject) -> Void)? {
    didSet { joinBeginnings() }
  }
  /// Reports each new store to a light listener; `nil` while no code wants to know.
  @MainActor package static var reportNew: (@MainActor (_ store: AnyObject) -> Void)? {
    didSet { joinBeginnings() }
  }

  @MainActor
  private static func joinBeginnings() {
    guard let reportNew, let recordNew else {
      storeBegan = reportNew ?? recordNew
      return
    }
    storeBegan = { store in
      reportNew(store)
      recordNew(store)
    }
  }

  /// Called before a state is written, or its own values are read; `nil` while all states show their own values.
  @MainActor package static var willWrite: (@MainActor (_ state: AnyObject) -> Void)?
  /// Whether a write to a state now only shows a value; `nil` while all states show their own values.
  @MainActor package static var isShowingValues: (@MainActor (_ state: AnyObject) -> Bool)?
  /// Makes a change of a state; `nil` while no code wants to know.
  @MainActor package static var updating:
    (@MainActor (_ state: AnyObject, _ change: () -> Void) -> Void)?

  /// Makes the change for an element of an observed sequence; `nil` while no code wants to know.
  @MainActor package static var observing:
    (@MainActor (_ state: AnyObject, _ change: () -> Void) -> Void)?

  /// Returns a function that makes changes with the cause of the calling code; `nil` while no code wants to know.
  @MainActor package static var keepCause:
    (@MainActor () -> @MainActor (_ change: () -> Void) -> Void)?
  /// The same for the content of a query or a request, which the user doesn't edit.
  @MainActor package static var keepCauseForContent:
    (@MainActor () -> @MainActor (_ change: () -> Void) -> Void)?
  /// Notes that the calling code only provides content from now on, and returns a function that notes the end of that;
  /// `nil` while no code wants to know.
  @MainActor package static var providesContent: (@MainActor () -> (@MainActor () -> Void)?)?

  /// Called after states have shown earlier values, which may have become their own; `nil` while no code wants to know.
  @MainActor package static var travelEnded: (@MainActor () -> Void)?

  /// The listener to loads of shared content; `nil` while no code wants to know.
  @MainActor package static var loads: (any LoadListener)?
  /// The listener to the changes of outboxes; `nil` while no code wants to know.
  @MainActor package static var outboxes: (any OutboxListener)?

  /// Makes a change of a state that has no more specific cause than the code that runs now.
  @MainActor
  package static func update(_ state: @autoclosure () -> AnyObject, _ change: () -> Void) {
    guard let updating else { return change() }
    updating(state(), change)
  }

  /// Makes the change of a state for an element of an observed sequence.
  @MainActor
  package static func observe(_ state: @autoclosure () -> AnyObject, _ change: () -> Void) {
    guard let observing else { return change() }
    observing(state(), change)
  }
}
