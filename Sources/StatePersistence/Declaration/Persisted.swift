import StateFields
import StateRecord

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
  /// Whether two texts that differ are the same value.
  let areSame: @Sendable (SavedJSON, SavedJSON, Declarations) -> Bool
  var merge: FieldMerge?
  /// Whether the property is a redacted field of the state; errors say nothing of its value.
  private(set) var isRedacted = false
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
    isRedacted = Self.isRedacted(property)
    read = { .value($0[keyPath: property]) }
    apply = { state, content in
      if case .value(let value as Value) = content { restore(state, value) }
    }
    decode = { json, _ in
      let value = try json.decode(Value.self)
      return (.value(value), failures: [])
    }
    areSame = { one, other, _ in
      guard one.isReordering(of: other), let one = try? one.decode(Value.self),
        let other = try? other.decode(Value.self)
      else { return false }
      return SameValue.areSame(one, other)
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
  ///
  /// A load never replaces the object.
  @MainActor
  public init<Child: PersistentState>(_ name: String, child: KeyPath<State, Child>) {
    self.name = name
    isRedacted = Self.isRedacted(child)
    read = { Child.persistence.capture($0[keyPath: child]).map { .child($0) } }
    apply = { state, content in
      guard case .child(let decoded?) = content else { return }
      Child.persistence.apply(decoded, to: state[keyPath: child])
    }
    decode = { try Self.child($0, Child.self, $1) }
    areSame = { Self.areSame($0, $1, Child.self, $2) }
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
    isRedacted = Self.isRedacted(child)
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
    self.init(name, optionalChild: child, nil, make: { _ in make() }, restore: restore)
  }

  /// A child that may be there, and that has an identity.
  ///
  /// A load gives the existing child its saved values if both have the same identity, and makes another one otherwise.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - child: The property.
  ///   - id: The identity of a child, which is saved with it.
  ///   - make: Makes a child with an identity, which is given its saved values.
  @MainActor
  public init<Child: PersistentState, ID: Codable & Hashable & Sendable>(
    _ name: String,
    child: ReferenceWritableKeyPath<State, Child?>,
    id: KeyPath<Child, ID>,
    make: @escaping @MainActor (ID) -> Child
  ) {
    self.init(
      name,
      child: { $0[keyPath: child] },
      id: id,
      make: make,
      restore: { state, new in state[keyPath: child] = new }
    )
    isRedacted = Self.isRedacted(child)
  }

  /// A child that may be there, wherever the state holds it, and that has an identity.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - child: Returns the child, if the state has one.
  ///   - id: The identity of a child, which is saved with it.
  ///   - make: Makes a child with an identity, which is given its saved values.
  ///   - restore: Puts a new child in its place, or `nil`. It is called if the state has another child.
  @MainActor
  public init<Child: PersistentState, ID: Codable & Hashable & Sendable>(
    _ name: String,
    child: @escaping @MainActor (State) -> Child?,
    id: KeyPath<Child, ID>,
    make: @escaping @MainActor (ID) -> Child,
    restore: @escaping @MainActor (State, Child?) -> Void
  ) {
    self.init(
      name,
      optionalChild: child,
      ChildIdentity(id),
      make: { id in (id as? ID).map(make) },
      restore: restore
    )
  }

  @MainActor
  private init<Child: PersistentState>(
    _ name: String,
    optionalChild child: @escaping @MainActor (State) -> Child?,
    _ identity: ChildIdentity<Child>?,
    make: @escaping @MainActor ((any Sendable)?) -> Child?,
    restore: @escaping @MainActor (State, Child?) -> Void
  ) {
    self.name = name
    read = { state in
      guard let child = child(state) else { return .child(nil) }
      return Self.capture(child, identity).map { .child($0) }
    }
    apply = { state, content in
      guard case .child(let decoded) = content else { return }
      let present = child(state)
      guard let decoded else {
        if present != nil { restore(state, nil) }
        return
      }
      let known = present.flatMap { identity?.isSame($0, decoded.id) != false ? $0 : nil }
      guard let object = known ?? make(decoded.id) else { return }
      Child.persistence.apply(decoded, to: object)
      if known == nil { restore(state, object) }
    }
    let decodeID = identity?.decode
    decode = { json, declarations in
      if json.isNull { return (.child(nil), failures: []) }
      return try Self.child(json, Child.self, declarations, decodeID)
    }
    areSame = { Self.areSame($0, $1, Child.self, $2) }
    addChildren = { $0.add(Child.self) }
  }

  /// Children in an order.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - children: The property.
  ///   - make: Makes a child, which is given its saved values. Children that are there already are used first, from the
  ///     beginning of the list. Children that are removed or moved elsewhere need an `id`, so that each object keeps its values.
  @MainActor
  public init<Child: PersistentState>(
    _ name: String,
    children: ReferenceWritableKeyPath<State, [Child]>,
    make: @escaping @MainActor () -> Child
  ) {
    self.init(name, allChildren: children, nil, make: { _ in make() })
  }

  /// Children in an order, each with an identity.
  ///
  /// A child keeps its object when others are added, removed or moved elsewhere, and has its identity again after a
  /// load.
  ///
  /// - Parameters:
  ///   - name: The name in what is saved.
  ///   - children: The property.
  ///   - id: The identity of a child, which is saved with it. It stays the same, and each child of the list has its own.
  ///   - make: Makes a child with an identity, which is given its saved values.
  @MainActor
  public init<Child: PersistentState, ID: Codable & Hashable & Sendable>(
    _ name: String,
    children: ReferenceWritableKeyPath<State, [Child]>,
    id: KeyPath<Child, ID>,
    make: @escaping @MainActor (ID) -> Child
  ) {
    self.init(
      name,
      allChildren: children,
      ChildIdentity(id),
      make: { id in (id as? ID).map(make) }
    )
  }

  @MainActor
  private init<Child: PersistentState>(
    _ name: String,
    allChildren children: ReferenceWritableKeyPath<State, [Child]>,
    _ identity: ChildIdentity<Child>?,
    make: @escaping @MainActor ((any Sendable)?) -> Child?
  ) {
    self.name = name
    isRedacted = Self.isRedacted(children)
    read = { state in
      var records: [CapturedRecord] = []
      for child in state[keyPath: children] {
        guard let record = Self.capture(child, identity) else { return nil }
        records.append(record)
      }
      return .children(records)
    }
    apply = { state, content in
      guard case .children(let decoded) = content else { return }
      let present = state[keyPath: children]
      let known = identity?.objects(for: decoded.map(\.id), in: present)
      var objects: [Child] = []
      for (index, record) in decoded.enumerated() {
        let old = known.map { $0[index] } ?? (index < present.count ? present[index] : nil)
        guard let object = old ?? make(record.id) else { continue }
        Child.persistence.apply(record, to: object)
        objects.append(object)
      }
      if !objects.elementsEqual(present, by: ===) { state[keyPath: children] = objects }
    }
    let decodeID = identity?.decode
    decode = { json, declarations in
      var failures: [SavedStateError] = []
      let records = try json.elements().enumerated().map { index, element in
        let (decoded, found) = try Self.record(element, Child.self, declarations, decodeID)
        failures += found.map { $0.inField("[\(index)]") }
        return decoded
      }
      return (.children(records), failures: failures)
    }
    areSame = { one, other, declarations in
      guard one.isReordering(of: other), let one = try? one.elements(),
        let other = try? other.elements(), one.count == other.count
      else { return false }
      return zip(one, other).allSatisfy { one, other in
        one == other || Self.areSame(one, other, Child.self, declarations)
      }
    }
    addChildren = { $0.add(Child.self) }
  }

  /// A value of the field that was copied.
  func captured(_ content: CapturedContent) -> CapturedRecord.Value {
    CapturedRecord.Value(name: name, content: content, isRedacted: isRedacted)
  }

  @MainActor
  private static func isRedacted(_ property: AnyKeyPath) -> Bool {
    (State.self as? any SnapshotState.Type)?.isRedacted(property) ?? false
  }

  @MainActor
  private static func capture<Child: PersistentState>(
    _ child: Child,
    _ identity: ChildIdentity<Child>?
  ) -> CapturedRecord? {
    var record = Child.persistence.capture(child)
    if let identity { record?.id = identity.read(child) }
    return record
  }

  private static func areSame(
    _ one: SavedJSON,
    _ other: SavedJSON,
    _ type: (some PersistentState).Type,
    _ declarations: Declarations
  ) -> Bool {
    guard one.isReordering(of: other), let one = try? Record(one), let other = try? Record(other)
    else { return false }
    return declarations[type].areSame(one, other, declarations)
  }

  private static func child(
    _ json: SavedJSON,
    _ type: (some PersistentState).Type,
    _ declarations: Declarations,
    _ decodeID: ChildIDDecoding? = nil
  ) throws -> (DecodedContent, failures: [SavedStateError]) {
    let (decoded, failures) = try record(json, type, declarations, decodeID)
    return (.child(decoded), failures: failures)
  }

  private static func record(
    _ json: SavedJSON,
    _ type: (some PersistentState).Type,
    _ declarations: Declarations,
    _ decodeID: ChildIDDecoding?
  ) throws -> (DecodedRecord, failures: [SavedStateError]) {
    let record = try Record(json)
    var decoded = try declarations[type].decode(record, declarations)
    if let decodeID {
      guard let id = record.id else { throw SavedStateError(.field, "the child has no id") }
      decoded.id = try decodeID(id)
    }
    return (decoded, failures: decoded.failures)
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
