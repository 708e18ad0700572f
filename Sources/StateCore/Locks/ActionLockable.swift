/// An action that must not run twice at the same time.
public protocol ActionLockable {
  /// The key of the work. Two actions with equal keys don't run at the same time.
  var lockKey: AnyHashable { get }
}

extension ActionLockable where Self: Hashable {
  /// The whole value, including associated values.
  public var lockKey: AnyHashable { AnyHashable(self) }
}
