public import Testing

/// Watches an object that is expected to be gone when `verify` is called, in the `deinit` of a suite
/// class for instance.
public struct MemoryLeakTracker {
  /// The object, which is held weakly.
  public weak var instance: AnyObject?
  /// Where the issue is shown.
  public var sourceLocation: SourceLocation

  /// Watches `instance`; an issue is shown at the line of this call.
  public init(instance: AnyObject?, sourceLocation: SourceLocation = #_sourceLocation) {
    self.instance = instance
    self.sourceLocation = sourceLocation
  }

  /// Records an issue at `sourceLocation` if the object is still there.
  public func verify() {
    #expect(
      instance == nil,
      "Expected \(String(describing: instance)) to be deallocated. Potential memory leak",
      sourceLocation: sourceLocation
    )
  }
}
