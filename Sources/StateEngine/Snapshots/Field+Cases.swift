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
      read: { cases.value(of: get($0)) },
      write: { state, value, source in
        guard let child = value.children.first else {
          if case .plain(let value as CaseValue<Cases>) = value { return set(state, value.value) }
          return set(state, nil)
        }
        let present = get(state).flatMap(EnumerationCase.init)
        let isThere = present.map { .inCase($0.name) == child.place } ?? false
        let old = isThere ? present?.object : nil
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

/// The cases of an enumeration that hold children.
@MainActor
private struct ChildCases<Cases> {
  private var embeddings: [(AnyObject) -> Cases?] = []

  init<each Child: SnapshotState>(_ embed: repeat @escaping (each Child) -> Cases) {
    repeat append(each embed)
  }

  private mutating func append<Child: SnapshotState>(_ embed: @escaping (Child) -> Cases) {
    embeddings.append { ($0 as? Child).map(embed) }
  }

  func value(of whole: Cases?) -> SnapshotValue {
    guard let whole else { return .children(.one, []) }
    guard let present = EnumerationCase(whole), let child = present.object as? any SnapshotState
    else { return .plain(CaseValue(value: whole)) }
    return .children(.one, [SnapshotValue.Child(.inCase(present.name), child, whole: whole)])
  }

  /// The value with an object in the case of a child; nothing for a case that was not given.
  func whole(_ object: AnyObject, for child: SnapshotValue.Child) -> Cases? {
    if object === child.object, let whole = child.whole as? Cases { return whole }
    for embed in embeddings {
      if let whole = embed(object), let name = EnumerationCase(whole)?.name,
        .inCase(name) == child.place
      {
        return whole
      }
    }
    return nil
  }
}

/// A case of an enumeration that has a payload, by reflection.
private struct EnumerationCase {
  let name: String
  private let payload: Any

  /// The object that is the whole payload.
  var object: AnyObject? { type(of: payload) is AnyClass ? payload as AnyObject : nil }

  init?(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label
    else { return nil }
    name = label
    payload = child.value
  }
}

/// A value of an enumeration without a child.
private struct CaseValue<Cases>: Equatable {
  let value: Cases

  static func == (lhs: CaseValue, rhs: CaseValue) -> Bool {
    !ValueDifference.hasDifference(lhs.value, rhs.value)
  }
}

extension CaseValue: CustomReflectable {
  var customMirror: Mirror { Mirror(reflecting: value) }
}
