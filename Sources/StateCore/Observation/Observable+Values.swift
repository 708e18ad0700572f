public import Observation

extension Observable where Self: AnyObject {
  /// Returns the values of a property: the current one first, then the one after each change, read in a later turn of
  /// the main actor.
  ///
  /// Make changes on the main actor; several changes in one turn produce one value. A consumer that is slower than the
  /// changes receives only the latest value. The sequence doesn't retain the object: it ends after the object's last
  /// value. It also ends when the iterating task is cancelled, and after the first value if the property isn't
  /// observable. It supports a single iteration.
  ///
  /// If the key path passes through other observable objects, their changes produce values too. If they outlive this
  /// object, the sequence may end only with their next change or when they are deallocated.
  @MainActor
  public func values<Value: Sendable>(of property: KeyPath<Self, Value>) -> AsyncStream<Value> {
    PropertyObserver.values(of: property, in: self)
  }
}

/// Sends the values of a property to a sequence.
///
/// The observation of the next change retains the observer, which doesn't retain the object.
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
    // An observation can't be cancelled, so it releases its part of the sequence here.
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
      // Retained until it has been read, so that its last value isn't lost.
      let kept = Unchecked(object)
      ObservationTurn.add(observer.place) { observer.track(kept.value) }
    }
    // If nothing was observed, this is released after the call, and the sequence ends.
    withExtendedLifetime(pending) { _ = continuation.yield(value) }
  }
}

/// Retained only by an observation that waits for a change.
///
/// If it is released without one, the observed object was deallocated, and the sequence ends.
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

  /// Returns the observer once.
  func takeObserver() -> Observer? {
    observer.withLock { $0.take() }
  }
}

/// Records whether a sequence has ended, and which observation waits for a change until then.
private final class SequenceEnd<Pending: AnyObject & Sendable>: Sendable {
  private struct State {
    var hasCome = false
    weak var pending: Pending?
  }

  private let state = Locked(State())

  /// Stores what to release at the end.
  ///
  /// Returns `false` if the sequence has already ended.
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
