/// A field of a state class: its name, and how to read, compare, and write it.
///
/// A field is identified by its key path. Values are copied as they are. If a field holds an object, declare the object
/// as a child with its own fields.
@MainActor
public struct SnapshotField<State: AnyObject> {
  /// A function that sets a value in a state; `nil` for a field without a setter.
  typealias Write = @MainActor (State, SnapshotValue, any ChildSource) -> Void

  package let name: String
  package let keyPath: PartialKeyPath<State>
  package let valueType: Any.Type
  package let isChild: Bool
  /// Whether the property can be set to another object.
  ///
  /// It can't if the property is computed by a getter.
  let isReplaceable: Bool
  package let read: @MainActor (State) -> SnapshotValue
  /// Reads the property without a copy of its value, so that an observation sees the access.
  package let touch: @MainActor (State) -> Void
  let write: Write?
  /// The decoding of its values from a file.
  package let coding: FieldCoding
  package private(set) var isRedacted = false
  package private(set) var isTransient = false
  package private(set) var isImmutable = false

  /// Creates a field for a property that is compared with `==` and restored.
  public init<Value: Equatable>(
    _ name: String,
    _ property: ReferenceWritableKeyPath<State, Value>
  ) {
    self.init(named: name, property) { state, value in state[keyPath: property] = value }
  }

  /// Creates a field for a property that is compared with `==` and never restored, such as a `let`.
  public init<Value: Equatable>(_ name: String, _ property: KeyPath<State, Value>) {
    self.init(named: name, property, nil)
  }

  /// Creates a field for a property without a public setter, such as one that only methods of the state change.
  ///
  /// `restore` sets it to an earlier value.
  public init<Value: Equatable>(
    _ name: String,
    _ property: KeyPath<State, Value>,
    restore: @escaping @MainActor (State, Value) -> Void
  ) {
    self.init(named: name, property, restore)
  }

  /// Creates a field for a child that always exists.
  public init<Child: SnapshotState>(_ name: String, child: KeyPath<State, Child>) {
    self.init(
      named: name,
      property: child,
      coding: FieldCoding(child: Child.self),
      read: { .children(.one, [SnapshotValue.Child(.only, $0[keyPath: child])]) },
      write: { state, value, source in
        if source.replacesChildren, let new = value.children.first?.object as? Child,
          new !== state[keyPath: child],
          let property = child as? ReferenceWritableKeyPath<State, Child>
        {
          state[keyPath: property] = new
        }
        // Otherwise, the object stays the same; only its fields are written.
        source.give(value, to: [state[keyPath: child]])
      }
    )
  }

  /// Creates a field for an optional child.
  public init<Child: SnapshotState>(
    _ name: String,
    child: ReferenceWritableKeyPath<State, Child?>
  ) {
    self.init(
      named: name,
      property: child,
      coding: FieldCoding(child: Child.self),
      read: { state in
        .children(.one, state[keyPath: child].map { [SnapshotValue.Child(.only, $0)] } ?? [])
      },
      write: { state, value, source in
        let present = state[keyPath: child]
        guard let new: [Child] = source.objects(for: value, { _ in present }) else { return }
        if new.first !== present { state[keyPath: child] = new.first }
        source.give(value, to: new)
      }
    )
  }

  /// Creates a field for a list of children.
  public init<Child: SnapshotState>(
    _ name: String,
    children: ReferenceWritableKeyPath<State, [Child]>
  ) {
    self.init(
      named: name,
      property: children,
      coding: FieldCoding(child: Child.self),
      read: { state in
        .children(
          .list,
          state[keyPath: children].enumerated().map { SnapshotValue.Child(.index($0), $1) }
        )
      },
      write: { state, value, source in
        let present = state[keyPath: children]
        let find: (SnapshotValue.Place) -> Child? = { place in
          if case .index(let index) = place, index < present.count { present[index] } else { nil }
        }
        guard let new = source.objects(for: value, find) else { return }
        if !new.elementsEqual(present, by: ===) { state[keyPath: children] = new }
        source.give(value, to: new)
      }
    )
  }

  /// Creates a field for a dictionary of children.
  public init<Key: Hashable, Child: SnapshotState>(
    _ name: String,
    children: ReferenceWritableKeyPath<State, [Key: Child]>
  ) {
    let read: @MainActor (State) -> SnapshotValue = { state in
      var all: [SnapshotValue.Child] = []
      for (key, child) in state[keyPath: children] {
        all.append(SnapshotValue.Child(.key(AnyHashable(key)), child))
      }
      return .children(.keyed, all)
    }
    let write: Write = { state, value, source in
      let present = state[keyPath: children]
      let keys = value.children.compactMap { $0.place.key(Key.self) }
      let find: (SnapshotValue.Place) -> Child? = { place in
        place.key(Key.self).flatMap { present[$0] }
      }
      guard let new = source.objects(for: value, find) else { return }
      let pairs: [Key: Child] = Dictionary(uniqueKeysWithValues: zip(keys, new))
      let isSame = pairs.count == present.count && pairs.allSatisfy { present[$0] === $1 }
      if !isSame { state[keyPath: children] = pairs }
      source.give(value, to: new)
    }
    self.init(
      named: name,
      property: children,
      coding: FieldCoding(child: Child.self, key: Key.self),
      read: read,
      write: write
    )
  }

  init<Value: Equatable>(
    named name: String,
    _ property: KeyPath<State, Value>,
    _ write: (@MainActor (State, Value) -> Void)?
  ) {
    var writeValue: Write?
    if let write {
      writeValue = { state, value, _ in
        if case .plain(let value as Value) = value { write(state, value) }
      }
    }
    self.init(
      named: name,
      property: property,
      isChild: false,
      coding: FieldCoding(plain: Value.self),
      read: { .plain($0[keyPath: property]) },
      write: writeValue
    )
  }

  init<Value>(
    named name: String,
    property: KeyPath<State, Value>,
    isChild: Bool = true,
    coding: FieldCoding,
    read: @escaping @MainActor (State) -> SnapshotValue,
    write: Write?
  ) {
    self.name = name
    keyPath = property
    valueType = Value.self
    self.isChild = isChild
    isReplaceable = property is ReferenceWritableKeyPath<State, Value>
    self.read = read
    touch = { _ = $0[keyPath: property] }
    self.write = write
    self.coding = coding
  }

  /// Returns the same field, whose value is never written to a log, a file, or a message.
  public func redacted() -> SnapshotField {
    with { $0.isRedacted = true }
  }

  /// Returns the same field, which is compared but never restored or saved.
  public func transient() -> SnapshotField {
    with { $0.isTransient = true }
  }

  /// Returns the same field, marked as one whose objects never change.
  ///
  /// Without this, a field that holds an object but isn't a child is reported as a problem, because changes inside the
  /// object can't be detected.
  public func immutable() -> SnapshotField {
    with { $0.isImmutable = true }
  }

  private func with(_ change: (inout SnapshotField) -> Void) -> SnapshotField {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A result builder for the fields in a declaration of `SnapshotFields`.
@resultBuilder
public enum SnapshotFieldsBuilder<State: AnyObject> {
  /// Adds a field to the list.
  public static func buildExpression(_ field: SnapshotField<State>) -> [SnapshotField<State>] {
    [field]
  }

  /// Combines all fields of the list, in order.
  public static func buildBlock(_ fields: [SnapshotField<State>]...) -> [SnapshotField<State>] {
    fields.flatMap { $0 }
  }
}
