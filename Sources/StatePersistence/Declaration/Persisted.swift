import StateEngine

/// A field of a state class that is saved: its name in what is saved, and how it is read and written.
public struct Persisted<State: AnyObject>: Sendable {
  typealias Read = @MainActor (State) -> CapturedContent?
  typealias Apply = @MainActor (State, DecodedContent) -> Void
  typealias Decode =
    @Sendable (SavedJSON, Declarations) throws -> (DecodedContent, failures: [SavedStateError])

  let name: String
  /// Copies the value; nothing while time travel shows an earlier one.
  let read: Read
  let apply: Apply
  let decode: Decode
  var merge: FieldMerge?
  /// Adds the declarations of children.
  var addChildren: @MainActor (inout Declarations) -> Void = { _ in }

  /// A property.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - property: The property. Its value is copied on the main actor, and encoded elsewhere.
  ///   - merge: What becomes of a value that was changed here and elsewhere since it was the same in both places; by
  ///     default the value from here stays. It is called off the main actor.
  @MainActor
  public init<Value: Codable & Sendable>(
    _ name: String,
    _ property: ReferenceWritableKeyPath<State, Value>,
    merge: (@Sendable (_ base: Value?, _ here: Value, _ there: Value) -> Value)? = nil
  ) {
    self.init(name, property, merge: merge) { state, value in state[keyPath: property] = value }
  }

  /// A property that has no public setter, such as one that only methods of the state change.
  @MainActor
  public init<Value: Codable & Sendable>(
    _ name: String,
    _ property: KeyPath<State, Value>,
    merge: (@Sendable (_ base: Value?, _ here: Value, _ there: Value) -> Value)? = nil,
    restore: @escaping @MainActor (State, Value) -> Void
  ) {
    self.name = name
    read = { .value($0[keyPath: property]) }
    apply = { state, content in
      if case .value(let value as Value) = content { restore(state, value) }
    }
    decode = { json, _ in
      let value = try json.decode(Value.self)
      return (.value(value), failures: [])
    }
    if let merge {
      self.merge = { base, here, there in
        let base = try base?.decode(Value.self)
        let merged = merge(base, try here.decode(Value.self), try there.decode(Value.self))
        return try SavedJSON(encoding: merged)
      }
    }
  }

  /// A child that is always there.
  @MainActor
  public init<Child: PersistentState>(_ name: String, child: KeyPath<State, Child>) {
    self.name = name
    read = { Child.persistence.capture($0[keyPath: child]).map { .child($0) } }
    apply = { state, content in
      guard case .child(let decoded?) = content else { return }
      Child.persistence.apply(decoded, to: state[keyPath: child])
    }
    decode = { try Self.child($0, Child.self, $1) }
    addChildren = { $0.add(Child.self) }
  }

  /// A child that may be there.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - child: The property.
  ///   - make: Makes a child, which is given its saved values.
  @MainActor
  public init<Child: PersistentState>(
    _ name: String,
    child: ReferenceWritableKeyPath<State, Child?>,
    make: @escaping @MainActor () -> Child
  ) {
    self.init(
      name,
      child: { $0[keyPath: child] },
      make: make,
      restore: { state, new in state[keyPath: child] = new }
    )
  }

  /// A child that may be there, wherever the state holds it, such as in a case of an enumeration.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - child: The child, if it is there.
  ///   - make: Makes a child, which is given its saved values.
  ///   - restore: Puts a new child in its place, or nothing. It is called where that differs from what is there.
  @MainActor
  public init<Child: PersistentState>(
    _ name: String,
    child: @escaping @MainActor (State) -> Child?,
    make: @escaping @MainActor () -> Child,
    restore: @escaping @MainActor (State, Child?) -> Void
  ) {
    self.name = name
    read = { state in
      guard let child = child(state) else { return .child(nil) }
      return Child.persistence.capture(child).map { .child($0) }
    }
    apply = { state, content in
      guard case .child(let decoded) = content else { return }
      let present = child(state)
      guard let decoded else {
        if present != nil { restore(state, nil) }
        return
      }
      let object = present ?? make()
      Child.persistence.apply(decoded, to: object)
      if present == nil { restore(state, object) }
    }
    decode = { json, declarations in
      if json.isNull { return (.child(nil), failures: []) }
      return try Self.child(json, Child.self, declarations)
    }
    addChildren = { $0.add(Child.self) }
  }

  /// Children in an order.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - children: The property.
  ///   - make: Makes a child, which is given its saved values. Children that are there already are used first, from the
  ///     beginning of the list.
  @MainActor
  public init<Child: PersistentState>(
    _ name: String,
    children: ReferenceWritableKeyPath<State, [Child]>,
    make: @escaping @MainActor () -> Child
  ) {
    self.name = name
    read = { state in
      var records: [CapturedRecord] = []
      for child in state[keyPath: children] {
        guard let record = Child.persistence.capture(child) else { return nil }
        records.append(record)
      }
      return .children(records)
    }
    apply = { state, content in
      guard case .children(let decoded) = content else { return }
      let present = state[keyPath: children]
      let objects = decoded.indices.map { $0 < present.count ? present[$0] : make() }
      for (record, object) in zip(decoded, objects) {
        Child.persistence.apply(record, to: object)
      }
      if !objects.elementsEqual(present, by: ===) { state[keyPath: children] = objects }
    }
    decode = { json, declarations in
      var failures: [SavedStateError] = []
      let records = try json.elements().enumerated().map { index, element in
        let decoded = try declarations[Child.self].decode(Record(element), declarations)
        failures += decoded.failures.map { $0.inField("[\(index)]") }
        return decoded
      }
      return (.children(records), failures: failures)
    }
    addChildren = { $0.add(Child.self) }
  }

  private static func child(
    _ json: SavedJSON,
    _ type: (some PersistentState).Type,
    _ declarations: Declarations
  ) throws -> (DecodedContent, failures: [SavedStateError]) {
    let decoded = try declarations[type].decode(Record(json), declarations)
    return (.child(decoded), failures: decoded.failures)
  }
}

/// Collects the fields of a declaration.
@resultBuilder
public enum PersistedBuilder<State: AnyObject> {
  /// A field of the list.
  public static func buildExpression(_ field: Persisted<State>) -> [Persisted<State>] { [field] }

  /// All fields of the list, in order.
  public static func buildBlock(_ fields: [Persisted<State>]...) -> [Persisted<State>] {
    fields.flatMap { $0 }
  }
}
