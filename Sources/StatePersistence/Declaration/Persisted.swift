import StateCore
import StateFields
import StateRecord

/// A saved field of a state class: its name in the saved data, and how it is read and written.
public struct Persisted<State: AnyObject>: Sendable {
  typealias Read = @MainActor (State) -> CapturedContent?
  typealias Apply = @MainActor (State, DecodedContent) -> Void
  typealias Merge = @Sendable (SavedJSON?, SavedJSON, SavedJSON, Declarations) throws -> MergedField
  typealias Decode =
    @Sendable (SavedJSON, Declarations) throws -> (DecodedContent, failures: [SavedStateError])

  let name: String
  /// Copies the value, or returns `nil` while time travel shows an earlier state of a child.
  let read: Read
  let apply: Apply
  let decode: Decode
  /// Whether two different texts represent the same value.
  let areSame: @Sendable (SavedJSON, SavedJSON, Declarations) -> Bool
  /// Merges the values from here and from elsewhere, or the fields of children.
  var merge: Merge?
  /// Whether the field has children that are merged field by field.
  var hasChildren = false
  /// Completes saved children with the state's values for the fields that they lack.
  var complete: @Sendable (_ saved: SavedJSON, _ state: SavedJSON, Declarations) -> SavedJSON = {
    json,
    _,
    _ in json
  }
  /// Whether the property is a redacted field of the state, whose value doesn't appear in errors.
  var isRedacted = false
  /// The key path of the property; `nil` for children that functions read.
  var property: AnyKeyPath? { keyPath?.value }
  var keyPath: Unchecked<AnyKeyPath>?
  /// The functions for single children that the field creates.
  var children: ChildCoding?
  /// Adds the declarations of children.
  var addChildren: @MainActor (inout Declarations) -> Void = { _ in }

  /// Creates a field for a property.
  ///
  /// - Parameters:
  ///   - name: The name of the field in the saved data.
  ///   - property: The property. Its value is copied on the main actor, and encoded off the main actor.
  ///   - merge: Returns the new value if the value was changed both here and elsewhere since the two were equal. It
  ///     is called off the main actor. By default, the value from here is kept.
  @MainActor
  public init<Value: Codable & Sendable>(
    _ name: String,
    _ property: ReferenceWritableKeyPath<State, Value>,
    merge: (@Sendable (_ base: Value?, _ here: Value, _ there: Value) -> Value)? = nil
  ) {
    self.init(name, property, merge: merge) { state, value in state[keyPath: property] = value }
  }

  /// Creates a field for a property without a public setter, for example one that only methods of the state change.
  @MainActor
  public init<Value: Codable & Sendable>(
    _ name: String,
    _ property: KeyPath<State, Value>,
    merge: (@Sendable (_ base: Value?, _ here: Value, _ there: Value) -> Value)? = nil,
    restore: @escaping @MainActor (State, Value) -> Void
  ) {
    self.name = name
    keyPath = Unchecked(property)
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
      self.merge = { base, here, there, _ in
        let base = try base?.decode(Value.self)
        let merged = merge(base, try here.decode(Value.self), try there.decode(Value.self))
        return MergedField(json: try SavedJSON(encoding: merged))
      }
    }
  }

  /// Returns a copied value with the name of the field.
  func captured(_ content: CapturedContent) -> CapturedRecord.Value {
    CapturedRecord.Value(name: name, content: content, isRedacted: isRedacted)
  }

  /// Returns the function that merges values from here and from elsewhere, or `nil` if the field has none.
  func merge(_ declarations: Declarations) -> FieldMerge? {
    guard let merge else { return nil }
    return { [isRedacted] base, here, there in
      var merged = try merge(base, here, there, declarations)
      if isRedacted { merged.conflicts = merged.conflicts.map(\.withoutIdentities) }
      return merged
    }
  }

  /// Notes the property that the field saves.
  @MainActor
  mutating func note(_ property: AnyKeyPath) {
    keyPath = Unchecked(property)
    isRedacted = Self.isRedacted(property)
  }

  @MainActor
  static func isRedacted(_ property: AnyKeyPath) -> Bool {
    (State.self as? any SnapshotState.Type)?.isRedacted(property) ?? false
  }
}

/// A result builder for the fields of a declaration.
@resultBuilder
public enum PersistedBuilder<State: AnyObject> {
  /// Adds a field to the list.
  public static func buildExpression(_ field: Persisted<State>) -> [Persisted<State>] { [field] }

  /// Combines all fields of the list, in order.
  public static func buildBlock(_ fields: [Persisted<State>]...) -> [Persisted<State>] {
    fields.flatMap { $0 }
  }
}
