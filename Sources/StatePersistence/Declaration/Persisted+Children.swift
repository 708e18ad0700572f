import StateCore
import StateFields
import StateJSON

extension Persisted {
  /// Creates a field for a child that always exists.
  ///
  /// A load never replaces the object. A child that was changed both here and elsewhere is merged field by field.
  @MainActor
  public init<Child: PersistentState>(_ name: String, child: KeyPath<State, Child>) {
    self.name = name
    keyPath = Unchecked(child)
    isRedacted = Self.isRedacted(child)
    read = { Child.persistence.capture($0[keyPath: child]).map { .child($0) } }
    apply = { state, content in
      guard case .child(let decoded?) = content else { return }
      Child.persistence.apply(decoded, to: state[keyPath: child])
    }
    decode = { try Self.child($0, Child.self, $1) }
    areSame = { Self.areSame($0, $1, Child.self, $2) }
    hasChildren = true
    merge = { try ChildMerge(Child.self, $3, nil).merge($0, $1, $2) }
    complete = { ChildMerge(Child.self, $2, nil).completed($0, $1) }
    addChildren = { $0.add(Child.self) }
  }

  /// Creates a field for an optional child.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the saved data.
  ///   - child: The property.
  ///   - make: Creates a child, which then gets its saved values.
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
    note(child)
  }

  /// Creates a field for an optional child that the state can hold anywhere, for example in an enumeration case.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the saved data.
  ///   - child: Returns the child, if the state has one.
  ///   - make: Creates a child, which then gets its saved values.
  ///   - restore: Sets a new child in the state, or removes the child if it receives `nil`. It is called only if either
  ///     the state or the saved data has a child, and the other has none.
  @MainActor
  public init<Child: PersistentState>(
    _ name: String,
    child: @escaping @MainActor (State) -> Child?,
    make: @escaping @MainActor () -> Child,
    restore: @escaping @MainActor (State, Child?) -> Void
  ) {
    self.init(name, optionalChild: child, nil, make: { _ in make() }, restore: restore)
  }

  /// Creates a field for an optional child with an identity.
  ///
  /// If the existing child and the saved one have the same identity, a load applies the saved values to the existing
  /// child. Otherwise, it creates another child.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the saved data.
  ///   - child: The property.
  ///   - id: The identity of a child, which is saved with it.
  ///   - make: Creates a child with the given identity. The child then gets its saved values.
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
    note(child)
  }

  /// Creates a field for an optional child that has an identity, and that the state can hold anywhere.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the saved data.
  ///   - child: Returns the child, if the state has one.
  ///   - id: The identity of a child, which is saved with it.
  ///   - make: Creates a child with the given identity. The child then gets its saved values.
  ///   - restore: Sets a new child in the state, or removes the child if it receives `nil`. It isn't called if the
  ///     state has the child with the saved identity, or if neither the state nor the saved data has a child.
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
    hasChildren = true
    merge = { try ChildMerge(Child.self, $3, decodeID).merge($0, $1, $2) }
    complete = { ChildMerge(Child.self, $2, decodeID).completed($0, $1) }
    addChildren = { $0.add(Child.self) }
    self.children = Self.coding(identity, make)
  }

  /// Creates a field for an ordered list of children.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the saved data.
  ///   - children: The property.
  ///   - make: Creates a child, which then gets its saved values. A load first reuses the existing children, from the
  ///     start of the list. If children are removed or moved elsewhere, they need an `id`, so that each object keeps
  ///     its values.
  @MainActor
  public init<Child: PersistentState>(
    _ name: String,
    children: ReferenceWritableKeyPath<State, [Child]>,
    make: @escaping @MainActor () -> Child
  ) {
    self.init(name, allChildren: children, nil, make: { _ in make() })
  }

  /// Creates a field for an ordered list of children with identities.
  ///
  /// A child keeps its object when others are added, removed, or moved elsewhere, and keeps its identity across loads.
  /// If the list was changed both here and elsewhere, the children are merged field by field, and the additions,
  /// removals, and moves of both sides are combined.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the saved data.
  ///   - children: The property.
  ///   - id: The identity of a child, which is saved with it. It never changes, and is unique in the list.
  ///   - make: Creates a child with the given identity. The child then gets its saved values.
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
    keyPath = Unchecked(children)
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
    if let decodeID {
      hasChildren = true
      merge = { try ChildMerge(Child.self, $3, decodeID).mergeList($0, $1, $2) }
      complete = { ChildMerge(Child.self, $2, decodeID).completedList($0, $1) }
    }
    addChildren = { $0.add(Child.self) }
    self.children = Self.coding(identity, make)
  }

  /// Returns the functions for single children.
  @MainActor
  private static func coding<Child: PersistentState>(
    _ identity: ChildIdentity<Child>?,
    _ make: @escaping @MainActor ((any Sendable)?) -> Child?
  ) -> ChildCoding {
    let decodeID = identity?.decode
    return ChildCoding(
      capture: { object in (object as? Child).flatMap { capture($0, identity) } },
      make: { json in
        let declarations = Declarations(of: Child.self)
        let (decoded, failures) = try record(json, Child.self, declarations, decodeID)
        if let failure = failures.first { throw failure }
        guard let child = make(decoded.id) else {
          throw SavedStateError(.field, "the id of the child has another type")
        }
        Child.persistence.apply(decoded, to: child)
        return child
      }
    )
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
