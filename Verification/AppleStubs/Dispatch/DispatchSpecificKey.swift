public final class DispatchSpecificKey<T>: @unchecked Sendable {
  public init() {}
}
