public import ScreenStateKit

extension ScreenStore where AScreenState: ResourceState {
  /// Writes the entry of a query into a property, now and after each change, until the action is cancelled.
  ///
  /// The action watches the query in the `queries` of its environment. While it does, no other code may write the
  /// property.
  ///
  /// - Parameters:
  ///   - property: The property, such as `\.order`.
  ///   - query: The query.
  ///   - keepsPrevious: Whether the property keeps its earlier content until the query has content.
  /// - Throws: `CancellationError`.
  public nonisolated(nonsending) func follow<Query: ResourceQuery>(
    _ property:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        AScreenState, Resource<Query.Value>
      >,
    _ query: Query,
    keepsPrevious: Bool = false
  ) async throws {
    try await QueryFollower.follow(query, property, keepsPrevious: keepsPrevious) { [binding] in
      binding.stateToLoad(of: Self.self)
    }
  }
}
