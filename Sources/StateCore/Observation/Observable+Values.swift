public import Observation

extension Observable where Self: AnyObject {
  /// The values of a property: first the one it has now, then the one after each change, read in a
  /// later turn of the main actor.
  ///
  /// Changes are to be made on the main actor; those of one turn give one value. A consumer that takes values more
  /// slowly than they change gets the last one. The object is not kept: the sequence ends after its
  /// last value. It ends as well when the iterating task is cancelled, and after the first value of
  /// what is not observable. It is for one iteration.
  ///
  /// Where the key path leads through other observable objects, a change of these counts too, and the
  /// end may come with their next change or their end, if they outlive this object.
  @MainActor
  public func values<Value: Sendable>(of property: KeyPath<Self, Value>) -> AsyncStream<Value> {
    PropertyObserver.values(of: property, in: self)
  }
}

/// Hands the values of a property on; the observation of its next change keeps the observer, which
/// does not keep the object.
@MainActor
private final class PropertyObserver<Root: AnyObject, Value: Sendable> {
  typealias Pending = PendingChange<PropertyObserver>

  private let property: KeyPath<Root, Value>
  fileprivate let continuation: AsyncStream<Value>.Continuation
  private let end: SequenceEnd<Pending>
  private let place = ObservationTurn.makePlace()

  static func values(of property: KeyPath<Root, Value>, in object: Root) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let end = SequenceEnd<Pending>()
    // An observation goes with the next change only: what it has of the sequence goes now.
    continuation.onTermination = { _ in _ = end.come()?.takeObserver() }
    PropertyObserver(property, continuation, end).track(object)
    return stream
  }

  private init(
    _ property: KeyPath<Root, Value>,
    _ continuation: AsyncStream<Value>.Continuation,
    _ end: SequenceEnd<Pending>
  ) {
    self.property = property
    self.continuation = continuation
    self.end = end
  }

  private func track(_ object: Root) {
    let pending = Pending(self) { $0.continuation.finish() }
    guard end.isAwaited(with: pending) else { return }
    let reference = Unchecked(WeakReference(object))
    let value = withObservationTracking {
      object[keyPath: property]
    } onChange: {
      guard let object = reference.value.object, let observer = pending.takeObserver() else {
        return
      }
      // Kept until it has been read, so that its last value does not go with it.
      let kept = Unchecked(object)
      ObservationTurn.add(observer.place) { observer.track(kept.value) }
    }
    // If nothing was observed, this ends with the call, and the sequence with it.
    withExtendedLifetime(pending) { _ = continuation.yield(value) }
  }
}

/// Kept by nothing but an observation that waits for a change: if it goes without one, the observed
/// object went away, and the sequence ends.
private final class PendingChange<Observer: Sendable>: Sendable {
  private let observer: Locked<Observer?>
  private let finish: @Sendable (Observer) -> Void

  init(_ observer: Observer, finish: @escaping @Sendable (Observer) -> Void) {
    self.observer = Locked(observer)
    self.finish = finish
  }

  deinit {
    if let observer = takeObserver() { finish(observer) }
  }

  /// The observer, once.
  func takeObserver() -> Observer? {
    observer.withLock { $0.take() }
  }
}

/// Whether a sequence has ended, and the observation that waits for a change until then.
private final class SequenceEnd<Pending: AnyObject & Sendable>: Sendable {
  private struct State {
    var hasCome = false
    weak var pending: Pending?
  }

  private let state = Locked(State())

  /// Notes what is to be let go of at the end; `false`: that has come.
  func isAwaited(with pending: Pending) -> Bool {
    state.withLock { state in
      state.pending = pending
      return !state.hasCome
    }
  }

  func come() -> Pending? {
    state.withLock { state in
      state.hasCome = true
      return state.pending
    }
  }
}

private struct WeakReference<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
