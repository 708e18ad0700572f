/// A field of a state class: its name, and how it is read, compared and written.
///
/// A field is identified by its key path. Values are copied as they are: an object that a field
/// holds is to be a child, which has fields itself.
@MainActor
public struct Field<State: AnyObject> {
  /// How a value gets into a state; nothing for a field that has no setter.
  typealias Write = @MainActor (State, SnapshotValue, any ChildSource) -> Void

  package let keyPath: PartialKeyPath<State>
  package let valueType: Any.Type
  package let isChild: Bool
  /// Whether the property can be given another object; not so where a getter makes it.
  let isReplaceable: Bool
  /// Whether a journal or a file can hold its values.
  package let isCodable: Bool
  package let read: @MainActor (State) -> SnapshotValue
  let write: Write?
  /// How its values are made from those of a file.
  package let coding: FieldCoding
  /// The name that the field was declared with.
  package let givenName: String?
  package private(set) var isRedacted = false
  package private(set) var isTransient = false
  private(set) var isImmutable = false

  /// A property that is compared with `==` and restored.
  public init<Value: Equatable>(
    _ name: String,
    _ property: ReferenceWritableKeyPath<State, Value>
  ) {
    self.init(named: name, property) { state, value in state[keyPath: property] = value }
  }

  /// A property that is compared with `==` and never restored, such as a `let`.
  public init<Value: Equatable>(_ name: String, _ property: KeyPath<State, Value>) {
    self.init(named: name, property, nil)
  }

  /// A property that has no public setter, such as one that only methods of the state change;
  /// `restore` gives it an earlier value.
  public init<Value: Equatable>(
    _ name: String,
    _ property: KeyPath<State, Value>,
    restore: @escaping @MainActor (State, Value) -> Void
  ) {
    self.init(named: name, property, restore)
  }

  /// A child that is always there.
  public init<Child: SnapshotState>(_ name: String, child: KeyPath<State, Child>) {
    self.init(named: name, child: child)
  }

  /// A child that may be there.
  public init<Child: SnapshotState>(
    _ name: String,
    child: ReferenceWritableKeyPath<State, Child?>
  ) {
    self.init(named: name, child: child)
  }

  /// Children in an order.
  public init<Child: SnapshotState>(
    _ name: String,
    children: ReferenceWritableKeyPath<State, [Child]>
  ) {
    self.init(named: name, children: children)
  }

  /// Children under keys.
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
    named name: String?,
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

  init<Child: SnapshotState>(named name: String?, child: KeyPath<State, Child>) {
    self.init(
      named: name,
      property: child,
      coding: FieldCoding(child: Child.self),
      read: { .children(.one, [SnapshotValue.Child(.only, $0[keyPath: child])]) },
      write: { state, value, source in
        // The object stays; its own fields are written.
        source.give(value, to: [state[keyPath: child]])
      }
    )
  }

  init<Child: SnapshotState>(
    named name: String?,
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

  init<Child: SnapshotState>(
    named name: String?,
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

  init<Value>(
    named name: String?,
    property: KeyPath<State, Value>,
    isChild: Bool = true,
    coding: FieldCoding,
    read: @escaping @MainActor (State) -> SnapshotValue,
    write: Write?
  ) {
    givenName = name
    keyPath = property
    valueType = Value.self
    self.isChild = isChild
    isReplaceable = property is ReferenceWritableKeyPath<State, Value>
    isCodable = Value.self is any Codable.Type
    self.read = read
    self.write = write
    self.coding = coding
  }

  /// The same field, whose value is never written to a log, a file or a message.
  public func redacted() -> Field {
    with { $0.isRedacted = true }
  }

  /// The same field, which is compared but never restored or saved.
  public func transient() -> Field {
    with { $0.isTransient = true }
  }

  /// The same field, which holds objects that never change.
  ///
  /// Without this, a field that holds objects and is no child is reported: a change inside of an
  /// object could not be seen.
  public func immutable() -> Field {
    with { $0.isImmutable = true }
  }

  private func with(_ change: (inout Field) -> Void) -> Field {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Collects the fields that are listed in a declaration of `SnapshotFields`.
@resultBuilder
public enum SnapshotFieldsBuilder<State: AnyObject> {
  /// A field of the list.
  public static func buildExpression(_ field: Field<State>) -> [Field<State>] { [field] }

  /// All fields of the list, in order.
  public static func buildBlock(_ fields: [Field<State>]...) -> [Field<State>] {
    fields.flatMap { $0 }
  }
}
