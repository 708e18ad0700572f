public import FeatureStore
public import ScreenStateKit

extension ActionTask where State: ResourceState {
  /// Creates an effect that writes the entry of a query into a property, now and after each change, until it is
  /// cancelled.
  ///
  /// The effect watches the query in the `queries` of the store's environment, and replaces all running effects with
  /// the same id in its store. While it runs, no other code may write the property. A later `cancellable(id:)` adds an
  /// id and doesn't replace this one.
  ///
  /// With `delay` or `debounce`, the effect of the earlier query ends at once, and the property keeps its content until
  /// the pause is over.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - property: The property, such as `\.order`.
  ///   - id: The id of the effect.
  ///   - keepsPrevious: Whether the property keeps its earlier content until the query has content.
  /// - Returns: The effect.
  public static func follow<Query: ResourceQuery, ID: TaskID>(
    _ query: Query,
    into property:
      @autoclosure @escaping @MainActor @Sendable () -> ReferenceWritableKeyPath<
        State, Resource<Query.Value>
      >,
    id: ID,
    keepsPrevious: Bool = false
  ) -> ActionTask {
    .run(id: id) { state in
      try await QueryFollower.follow(query, property, keepsPrevious: keepsPrevious) {
        [weak state] in state
      }
    }
    .keepingID
  }
}
