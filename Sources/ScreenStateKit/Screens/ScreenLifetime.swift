package import StateCore

/// An object that reports the end of a state, and whether its stores may change it.
package final class ScreenLifetime: Sendable {
  /// A registration for the end; it keeps nothing alive.
  struct Observation: Sendable {
    fileprivate weak let lifetime: ScreenLifetime?
    fileprivate let number: Int

    func cancel() {
      lifetime?.remove(number)
    }
  }

  /// The identity of the state, and its listener.
  package struct Listening {
    package var listener: (any ScreenListener)?
    /// The listener that the state's stores have besides, or instead.
    package weak var light: (any ScreenListener)?
    /// The identity, once it has been requested.
    fileprivate var storeID: StoreID?

    /// Returns the identity, which is `id` or a new one if the state has none yet.
    package mutating func identify(as id: StoreID? = nil) -> StoreID {
      let id = storeID ?? id ?? StoreID.make()
      storeID = id
      return id
    }

    /// Lets the state get another identity.
    package mutating func forgetIdentity() {
      storeID = nil
    }
  }

  private struct Observer {
    let end: @Sendable () -> Void
    let hold: @Sendable (Bool) -> Void
  }

  private struct Content {
    // Called in order of registration, which is the same in every process.
    var observers = NumberedList<Observer>()
    var listening = Listening()
    var isHeld = false
  }

  private let content = Locked(Content())
  /// The listener to the loading and the errors of the state.
  @MainActor var presentationListener: (any PresentationListener)?

  /// The number of registrations.
  var observationCount: Int { content.withLock { $0.observers.count } }

  deinit {
    let (observers, listener) = content.withLock {
      ($0.observers.removeAll(), $0.listening.listener)
    }
    listener?.stateWillEnd()
    for observer in observers { observer.end() }
    listener?.stateHasEnded()
  }

  /// Calls `handler` at the end of the state, and `onHold` when its stores must refuse actions or may handle them again.
  func onEnd(
    _ handler: @escaping @Sendable () -> Void,
    onHold: @escaping @Sendable (_ isHeld: Bool) -> Void = { _ in }
  ) -> Observation {
    let observer = Observer(end: handler, hold: onHold)
    return Observation(lifetime: self, number: content.withLock { $0.observers.append(observer) })
  }

  private func remove(_ number: Int) {
    content.withLockReleasing { $0.observers.remove(number) }
  }

  // MARK: Listening

  /// The identity: that of the state, or of the only store that has it.
  package var storeID: StoreID { content.withLock { $0.listening.identify() } }

  /// The listener to the state, if there is one.
  package var listener: (any ScreenListener)? { content.withLock { $0.listening.listener } }

  /// Changes the listener under the lock.
  package func changeListener<Result>(_ change: (inout Listening) -> Result) -> Result {
    let (result, earlier) = content.withLock { content in
      let earlier = content.listening.listener
      return (change(&content.listening), earlier)
    }
    withExtendedLifetime(earlier) {}
    return result
  }

  // MARK: Holding

  /// Whether the stores of the state refuse actions.
  package var isHeld: Bool { content.withLock { $0.isHeld } }

  /// Lets the stores of the state refuse actions, or handle them again.
  @MainActor
  package func hold(_ isHeld: Bool) {
    let observers = content.withLock { content -> [Observer] in
      if content.isHeld == isHeld { return [] }
      content.isHeld = isHeld
      var observers: [Observer] = []
      content.observers.visit { observers.append($0) }
      return observers
    }
    for observer in observers { observer.hold(isHeld) }
  }
}
