/// An action of which one run at a time is wanted.
public protocol ActionLockable {
  /// The key of the work: two actions with equal keys are not run at the same time.
  var lockKey: AnyHashable { get }
}

extension ActionLockable where Self: Hashable {
  /// The whole value, associated values included.
  public var lockKey: AnyHashable { AnyHashable(self) }
}
