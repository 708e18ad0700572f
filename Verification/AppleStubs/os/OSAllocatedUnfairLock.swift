@available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  public init(uncheckedState initialState: State) {
    fatalError()
  }

  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    fatalError()
  }

  public func withLock<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R {
    fatalError()
  }
}
