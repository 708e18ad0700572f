open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}

  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }

  @discardableResult
  public func signal() -> Int { fatalError() }
}

public enum DispatchTimeoutResult: Sendable {
  case success
  case timedOut
}
