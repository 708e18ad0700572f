public import FeatureStore
import StateFields

extension TestStore {
  /// Writes a property like the binding of an input field does, with the resulting reactions of `onChange`.
  ///
  /// If `exhaustivity` is `.on`, nothing else may have changed. Otherwise, the function waits for the effects of the
  /// reactions, and asserts nothing.
  @discardableResult
  public func set<Value>(
    _ property: ReferenceWritableKeyPath<F.State, Value>,
    to value: Value,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> TestStoreTask<F.State> {
    let location = Location(file: file, line: line)
    let end = await write(property, value, of: store, at: location)
    comparison.noteValue(of: property, after: end.note)
    if exhaustivity == .on, expectations != nil || needsFields {
      assertChanges(in: end.subject, end.snapshot, at: location) { $0[keyPath: property] = value }
    } else {
      skipChanges(after: end.name)
    }
    return end.task
  }

  /// Writes a property like the binding of an input field does, and asserts the changes of the reactions of `onChange`.
  ///
  /// ```swift
  /// await store.set(\.query, to: "swift") { $0.isSearching = true }
  /// ```
  ///
  /// The property itself is expected to have the value unless `expecting` sets it. If `exhaustivity` isn't `.on`, the
  /// function first waits for the effects of the reactions.
  @discardableResult
  public func set<Value>(
    _ property: ReferenceWritableKeyPath<F.State, Value>,
    to value: Value,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: (inout F.State) -> Void
  ) async -> TestStoreTask<F.State> {
    let location = Location(file: file, line: line)
    let end = await write(property, value, of: store, at: location)
    withoutActuallyEscaping(expecting) { expecting in
      assertChanges(in: end.subject, end.snapshot, at: location) { state in
        state[keyPath: property] = value
        expecting(&state)
      }
    }
    return end.task
  }

  /// Writes a property of a child like the binding of an input field does, and asserts the changes of the reactions of
  /// `onChange`.
  ///
  /// ```swift
  /// await store.set(\.form, \.name, to: "Ada")
  /// await store.set(\.rows[id: 7], \.title, to: "Draft") { $0.hasChanges = true }
  /// ```
  ///
  /// It behaves like `set(_:to:file:line:expecting:)`; `expecting` makes the changes in the whole state. If the child
  /// doesn't exist, the test fails.
  @discardableResult
  public func set<Place: ChildPlace, Value>(
    _ child: KeyPath<F, Place>,
    _ property: ReferenceWritableKeyPath<Place.ChildFeature.State, Value>,
    to value: Value,
    file: StaticString = #file,
    line: UInt = #line,
    expecting: ((inout F.State) -> Void)? = nil
  ) async -> TestStoreTask<F.State> where Place.ParentState == F.State {
    let location = Location(file: file, line: line)
    let (path, place) = path(to: child)
    guard let target = place.find(below: store) else {
      fail(
        """
        A property of \(path.text) can't be set: the child doesn't exist. It was removed or hasn't \
        been created yet.
        """,
        at: location
      )
      return TestStoreTask(state)
    }
    if exhaustivity == .on { checkFields(of: target, at: path, location) }
    let end = await write(property, value, of: target, at: location, "\(path.text).")
    if expecting == nil, exhaustivity != .on || expectations == nil && !needsFields {
      skipChanges(after: end.name)
    } else {
      assertChanges(in: end.subject, end.snapshot, at: location) { state in
        place.read(state)?[keyPath: property] = value
        expecting?(&state)
      }
    }
    return end.task
  }

  struct WriteEnd {
    let name: String
    let task: TestStoreTask<F.State>
    /// The number of the write in the comparison of whole states.
    let note: Int
    /// The state that the reactions have left.
    let snapshot: StateSnapshot?

    var subject: String { "The state after \(name)" }
  }

  private func write<G: Feature, Value>(
    _ property: ReferenceWritableKeyPath<G.State, Value>,
    _ value: Value,
    of target: Store<G>,
    at location: Location,
    _ path: String = ""
  ) async -> WriteEnd {
    let name = "the write of \(path)\(StoredProperty.name(of: property, in: target.state))"
    return await write(property, value, of: target, at: location, named: name)
  }

  /// Writes a property and, unless `exhaustivity` is `.on`, waits for the effects of the reactions.
  func write<G: Feature, Value>(
    _ property: ReferenceWritableKeyPath<G.State, Value>,
    _ value: Value,
    of target: Store<G>,
    at location: Location,
    named name: String
  ) async -> WriteEnd {
    record.location = location
    reportUnasserted(before: name, at: location)
    if store.hasEnded { fail("\(name) comes after the feature was dismissed", at: location) }
    _ = record.takeAfterReactions()
    let countBefore = record.count
    let sent = record.write { target.write(property, value) }
    // Without a reaction, nothing else has run.
    let snapshot = record.takeAfterReactions() ?? (record.count == countBefore ? present : nil)
    let note = comparison.note(name, replayable: nil, at: location)
    if exhaustivity != .on { await waitForEnd(of: sent, name, at: location) }
    return WriteEnd(
      name: name,
      task: makeTask(sent, name),
      note: note,
      snapshot: exhaustivity == .on ? snapshot : nil
    )
  }

  private var present: StateSnapshot? { expectations?.present }
}
