/// The changes of content that belong to one mutation.
///
/// They are shown, confirmed and rolled back together, without an effect on the changes of other mutations.
public struct QueryPatch {
  struct Update: Sendable {
    let key: QueryKey
    let change: @Sendable (inout QueryContent) -> Void
  }

  private let isAnswer: Bool
  private(set) var updates: [Update] = []
  /// The content of the answer; the last one of a query counts.
  private(set) var values: [(key: QueryKey, content: QueryContent)] = []
  private var positions: [QueryKey: Int] = [:]

  /// Creates a patch without changes, for the expectation of a mutation or for its answer.
  init(isAnswer: Bool) {
    self.isAnswer = isAnswer
  }

  /// Changes the content of a query.
  ///
  /// In `change`, it waits for content if necessary, and it is repeated on the answer of a load that doesn't contain
  /// it. In `receive`, nothing happens without content and without a running load.
  public mutating func update<Query: ResourceQuery>(
    _ query: Query,
    _ change: @escaping @Sendable (inout Query.Value) -> Void
  ) {
    updates.append(
      Update(key: QueryKey(query)) { content in
        var value = content.value(of: query)
        change(&value)
        content = QueryContent(value)
      }
    )
  }

  /// Replaces the content of a query.
  ///
  /// In `change`, it is an update. In `receive`, it precedes all updates, and a load in flight ends, because its answer
  /// may be from before the write.
  public mutating func set<Query: ResourceQuery>(_ value: Query.Value, for query: Query) {
    if isAnswer {
      let (key, content) = (QueryKey(query), QueryContent(value))
      if let position = positions[key] {
        values[position].content = content
      } else {
        positions[key] = values.count
        values.append((key, content))
      }
    } else {
      update(query) { $0 = value }
    }
  }
}
