extension SnapshotField {
  /// Creates a field for a property of an enumeration whose cases may contain a child.
  ///
  /// ```swift
  /// SnapshotField("destination", \.destination, cases: Destination.edit, Destination.detail)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - property: The property. A change to another case is a change to another child.
  ///   - first: A case that contains a child.
  ///   - others: The other cases that contain a child. Values of the remaining cases are compared part by part.
  public init<Cases, Child: SnapshotState, each Other: SnapshotState>(
    _ name: String,
    _ property: ReferenceWritableKeyPath<State, Cases>,
    cases first: @escaping (Child) -> Cases,
    _ others: repeat @escaping (each Other) -> Cases
  ) {
    self.init(
      named: name,
      property,
      ChildCases(first, repeat each others),
      get: { $0[keyPath: property] },
      set: { if let value = $1 { $0[keyPath: property] = value } }
    )
  }

  /// Creates a field for an optional property of an enumeration whose cases may contain a child.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - property: The property. A change to another case is a change to another child.
  ///   - first: A case that contains a child.
  ///   - others: The other cases that contain a child. Values of the remaining cases are compared part by part.
  public init<Cases, Child: SnapshotState, each Other: SnapshotState>(
    _ name: String,
    _ property: ReferenceWritableKeyPath<State, Cases?>,
    cases first: @escaping (Child) -> Cases,
    _ others: repeat @escaping (each Other) -> Cases
  ) {
    self.init(
      named: name,
      property,
      ChildCases(first, repeat each others),
      get: { $0[keyPath: property] },
      set: { $0[keyPath: property] = $1 }
    )
  }

  /// Creates a field for a list of enumeration values, such as a navigation path, whose cases may contain children.
  ///
  /// Another case at the same position of the list is another child.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - property: The property.
  ///   - first: A case that contains a child.
  ///   - others: The other cases that contain a child. Values of the remaining cases are compared part by part.
  public init<Cases, Child: SnapshotState, each Other: SnapshotState>(
    _ name: String,
    _ property: ReferenceWritableKeyPath<State, [Cases]>,
    cases first: @escaping (Child) -> Cases,
    _ others: repeat @escaping (each Other) -> Cases
  ) {
    let cases = ChildCases(first, repeat each others)
    self.init(
      named: name,
      property: property,
      coding: cases.listCoding,
      read: { cases.value(of: $0[keyPath: property]) },
      write: { state, value, source in
        let present = state[keyPath: property]
        // These are two lists, because a key path to an element of a generic tuple reads the wrong memory (Swift 6.3).
        var objects: [AnyObject] = []
        var new: [Cases] = []
        for (index, child) in value.children.enumerated() {
          let old = index < present.count ? cases.object(in: present[index], for: child) : nil
          guard let object = source.object(for: child, present: old) else { return }
          guard let whole = cases.whole(object, for: child) else {
            return source.lacksPlace(for: child)
          }
          objects.append(object)
          new.append(whole)
        }
        if !cases.areSame(present, new) { state[keyPath: property] = new }
        for (child, object) in zip(value.children, objects) {
          if let object = object as? any SnapshotState { source.give(child.snapshot, to: object) }
        }
      }
    )
  }

  private init<Value, Cases>(
    named name: String,
    _ property: KeyPath<State, Value>,
    _ cases: ChildCases<Cases>,
    get: @escaping @MainActor (State) -> Cases?,
    set: @escaping @MainActor (State, Cases?) -> Void
  ) {
    self.init(
      named: name,
      property: property,
      coding: cases.coding,
      read: { cases.value(of: get($0)) },
      write: { state, value, source in
        guard let child = value.children.first else {
          if case .plain(let value as CaseValue<Cases>) = value { return set(state, value.value) }
          return set(state, nil)
        }
        let old = get(state).flatMap { cases.object(in: $0, for: child) }
        guard let object = source.object(for: child, present: old) else { return }
        if object !== old {
          guard let whole = cases.whole(object, for: child) else {
            return source.lacksPlace(for: child)
          }
          set(state, whole)
        }
        if let object = object as? any SnapshotState { source.give(child.snapshot, to: object) }
      }
    )
  }
}
