@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ initialValue: consuming sending Value) {
    fatalError()
  }

  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    fatalError()
  }
}
