public import FeatureStore
import StateFields

extension TestStore {
  /// Sends an action to a child and, if `exhaustivity` is `.on`, asserts that it changes nothing.
  ///
  /// ```swift
  /// await store.send(\.rows[id: 7].editor, .save) { $0.rows[0].editor?.isSaving = true }
  /// await store.receive(.row(7, .saved))
  /// ```
  ///
  /// The child's store is created if needed. If the child doesn't exist, the test fails.
  @discardableResult
  public func send<Place: ChildPlace>(
    _ child: KeyPath<F, Place>,
    _ action: Place.ChildFeature.InputAction,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    guard let end = await perform(action, of: child, at: location) else {
      return TestStoreTask(state)
    }
    assertNoChanges(after: end, at: location)
    return end.task
  }

  /// Sends an action to a child, makes the expected changes in the whole state, and compares the states by their
  /// snapshots.
  @discardableResult
  public func send<Place: ChildPlace>(
    _ child: KeyPath<F, Place>,
    _ action: Place.ChildFeature.InputAction,
    expecting: (inout F.State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    guard let end = await perform(action, of: child, at: location) else {
      return TestStoreTask(state)
    }
    assertChanges(after: end, at: location, expecting)
    return end.task
  }

  /// Asserts that the next action that an effect sends is a certain action of a child, and that it changes nothing.
  ///
  /// It behaves like `receive(_:file:line:)`.
  @discardableResult
  public func receive<Place: ChildPlace>(
    _ child: KeyPath<F, Place>,
    _ action: Place.ChildFeature.Action,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    await receive(action, at: path(to: child).path, location, nil)
    return state
  }

  /// Asserts that the next action that an effect sends is a certain action of a child, and its changes in the whole
  /// state.
  ///
  /// It behaves like `receive(_:file:line:expecting:)`.
  @discardableResult
  public func receive<Place: ChildPlace>(
    _ child: KeyPath<F, Place>,
    _ action: Place.ChildFeature.Action,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    await withoutActuallyEscaping(expecting) {
      await receive(action, at: path(to: child).path, location, $0)
    }
    return state
  }

  /// Asserts that the next action that an effect sends is a matching action of a child, and that it changes nothing.
  @discardableResult
  public func receive<Place: ChildPlace>(
    _ child: KeyPath<F, Place>,
    where matches: (Place.ChildFeature.Action) -> Bool,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    await receive(where: matches, at: path(to: child).path, location, nil)
    return state
  }

  /// Asserts that the next action that an effect sends is a matching action of a child, and its changes in the whole
  /// state.
  @discardableResult
  public func receive<Place: ChildPlace>(
    _ child: KeyPath<F, Place>,
    where matches: (Place.ChildFeature.Action) -> Bool,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> F.State where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    await withoutActuallyEscaping(expecting) {
      await receive(where: matches, at: path(to: child).path, location, $0)
    }
    return state
  }

  func path<Place: ChildPlace>(
    to child: KeyPath<F, Place>
  ) -> (path: StorePath, place: ChildPath<F.State, Place.ChildFeature>)
  where Place.ParentState == F.State {
    let place = store.feature[keyPath: child].childPath
    return (StorePath(place.steps(from: store.feature)), place)
  }

  /// Sends an action to a child.
  ///
  /// - Returns: `nil` if the child doesn't exist.
  private func perform<Place: ChildPlace>(
    _ action: Place.ChildFeature.InputAction,
    of child: KeyPath<F, Place>,
    at location: Location
  ) async -> SendEnd<F.State>? where Place.ParentState == F.State {
    record.location = location
    let (path, place) = path(to: child)
    let action = Place.ChildFeature.action(action)
    guard let target = place.find(below: store) else {
      fail(
        """
        \(ValueText.describe(action)) can't be sent to \(path.text): the child doesn't exist. It \
        was removed or hasn't been created yet.
        """,
        at: location
      )
      return nil
    }
    if exhaustivity == .on { checkFields(of: target, at: path, location) }
    return await perform(action, in: target, at: path, location)
  }

  /// Asserts that the fields of the states lead to a child; otherwise its changes would not be seen.
  func checkFields<G: Feature>(
    of target: Store<G>,
    at path: StorePath,
    _ location: Location
  ) {
    guard let witness = target.childWitness as? StoreRecord<G>, !witness.isChecked,
      let expectations
    else { return }
    witness.isChecked = true
    if expectations.present.contains(target.state) { return }
    fail(
      """
      Changes of \(path.text) can't be asserted: no field of \(ValueText.name(of: F.State.self)) \
      contains it. Conform \(ValueText.name(of: G.State.self)) to `SnapshotState`, and list it in \
      the fields of its parent: SnapshotField("…", child: …) or SnapshotField("…", children: …).
      """,
      at: location
    )
  }
}
