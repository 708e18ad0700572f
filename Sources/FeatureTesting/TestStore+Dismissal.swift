public import FeatureStore

extension TestStore {
  /// Asserts that the feature requests its dismissal from its owner.
  ///
  /// Like an action in `receive(_:file:line:)`, the dismissal has its place in the order of received actions. The owner
  /// then releases the store: its effects are cancelled, and an action that is sent afterwards fails the test.
  @discardableResult
  public func receiveDismissal(
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let location = Location(file: file, line: line)
    await receive(Dismissal(), at: StorePath(), location, nil, whenReceived: { store.end() })
    return state
  }

  /// Asserts that a child requests its dismissal, and the resulting changes in the whole state.
  ///
  /// ```swift
  /// await store.send(\.editor, .cancelTapped)
  /// await store.receiveDismissal(of: \.editor) { $0.editor = nil }
  /// ```
  ///
  /// Like an action in `receive(_:file:line:expecting:)`, the dismissal has its place in the order of received actions.
  @discardableResult
  public func receiveDismissal<Place: ChildPlace>(
    of child: KeyPath<F, Place>,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    await withoutActuallyEscaping(expecting) {
      await receive(Dismissal(), at: path(to: child).path, location, $0)
    }
    return state
  }
}
