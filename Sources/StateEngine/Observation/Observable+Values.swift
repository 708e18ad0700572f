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

/// Hands the values of a property on; what waits for its next change keeps the observer, which does
/// not keep the object.
@MainActor
private final class PropertyObserver<Root: AnyObject, Value: Sendable> {
  private let property: KeyPath<Root, Value>
  private let continuation: AsyncStream<Value>.Continuation
  private let isStopped: Flag
  private let place = ObservationTurn.makePlace()

  static func values(of property: KeyPath<Root, Value>, in object: Root) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let isStopped = Flag()
    continuation.onTermination = { _ in isStopped.raise() }
    PropertyObserver(property, continuation, isStopped).track(object)
    return stream
  }

  private init(
    _ property: KeyPath<Root, Value>,
    _ continuation: AsyncStream<Value>.Continuation,
    _ isStopped: Flag
  ) {
    self.property = property
    self.continuation = continuation
    self.isStopped = isStopped
  }

  private func track(_ object: Root) {
    guard !isStopped.isRaised else { return }
    let pending = PendingChange(continuation)
    let reference = Unchecked(WeakReference(object))
    let value = withObservationTracking {
      object[keyPath: property]
    } onChange: { [place] in
      guard let object = reference.value.object else { return }
      pending.happened()
      // Kept until it has been read, so that its last value does not go with it.
      let kept = Unchecked(object)
      ObservationTurn.add(place) { self.track(kept.value) }
    }
    // If nothing was observed, this ends with the call, and the sequence with it.
    withExtendedLifetime(pending) { _ = continuation.yield(value) }
  }
}

/// Kept by nothing but an observation that waits for a change: if it goes without one, the observed
/// object went away, and the sequence ends.
private final class PendingChange<Value: Sendable>: Sendable {
  private let continuation: AsyncStream<Value>.Continuation
  private let hasHappened = Flag()

  init(_ continuation: AsyncStream<Value>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    if !hasHappened.isRaised { continuation.finish() }
  }

  func happened() {
    hasHappened.raise()
  }
}

private struct WeakReference<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
