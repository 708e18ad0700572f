@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    modifier(ChangingEnvironment { $0[keyPath: keyPath] = value })
  }

  public nonisolated func disabled(_ disabled: Bool) -> some View {
    modifier(ChangingEnvironment { $0.isEnabled = $0.isEnabled && !disabled })
  }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension View {
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    modifier(ChangingEnvironment { $0[T.self] = object })
  }
}
