extension Field {
  /// A property of an enumeration, whose cases may hold a child.
  ///
  /// ```swift
  /// Field("destination", \.destination, cases: Destination.edit, Destination.detail)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - property: The property; another case than the present one is another child.
  ///   - first: A case that holds a child.
  ///   - others: The other cases that do so; values of other cases are compared part by part.
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

  /// A property that is nothing or a case of an enumeration, which may hold a child.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - property: The property; another case than the present one is another child.
  ///   - first: A case that holds a child.
  ///   - others: The other cases that do so; values of other cases are compared part by part.
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

  /// A list of values of an enumeration, such as a path of screens, whose cases may hold children.
  ///
  /// Another case at the same place of the list is another child.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - property: The property.
  ///   - first: A case that holds a child.
  ///   - others: The other cases that do so; values of other cases are compared part by part.
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
        // Not one list of tuples: a key path to the part of a generic tuple reads other memory (Swift 6.3).
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
