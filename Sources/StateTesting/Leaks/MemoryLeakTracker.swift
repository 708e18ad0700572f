public import Testing

/// A tracker for an object that should be deallocated when `verify` is called, for example in the `deinit` of a suite
/// class.
public struct MemoryLeakTracker {
  /// The tracked object.
  public weak var instance: AnyObject?
  /// The location of the issue.
  public var sourceLocation: SourceLocation

  /// Tracks `instance`.
  ///
  /// An issue appears at the line of this call.
  public init(instance: AnyObject?, sourceLocation: SourceLocation = #_sourceLocation) {
    self.instance = instance
    self.sourceLocation = sourceLocation
  }

  /// Records an issue at `sourceLocation` if the object is still alive.
  public func verify() {
    #expect(
      instance == nil,
      "Expected \(String(describing: instance)) to be deallocated. Potential memory leak",
      sourceLocation: sourceLocation
    )
  }
}
