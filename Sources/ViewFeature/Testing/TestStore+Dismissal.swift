extension TestStore {
  /// Asserts that the feature asks its owner to be dismissed.
  ///
  /// It has its place among the received actions, as `receive(_:file:line:)`. The owner releases the store then: this
  /// cancels its effects, and an action that is sent afterwards fails the test.
  @discardableResult
  public func receiveDismissal(
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let location = Location(file: file, line: line)
    await receive(Dismissal(), at: StorePath(), location, nil, whenReceived: { store.end() })
    return state
  }

  /// Asserts that a child asks to be dismissed, and what that changes in the whole state.
  ///
  /// ```swift
  /// await store.send(\.editor, .cancelTapped)
  /// await store.receiveDismissal(of: \.editor) { $0.editor = nil }
  /// ```
  ///
  /// It has its place among the received actions, as `receive(_:file:line:expecting:)`.
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
