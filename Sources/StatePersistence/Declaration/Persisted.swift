import StateFields
import StateRecord

/// A field of a state class that is saved: its name in what is saved, and how it is read and written.
public struct Persisted<State: AnyObject>: Sendable {
  typealias Read = @MainActor (State) -> CapturedContent?
  typealias Apply = @MainActor (State, DecodedContent) -> Void
  typealias Merge = @Sendable (SavedJSON?, SavedJSON, SavedJSON, Declarations) throws -> MergedField
  typealias Decode =
    @Sendable (SavedJSON, Declarations) throws -> (DecodedContent, failures: [SavedStateError])

  let name: String
  /// Copies the value; nothing while time travel shows an earlier one.
  let read: Read
  let apply: Apply
  let decode: Decode
  /// Whether two texts that differ are the same value.
  let areSame: @Sendable (SavedJSON, SavedJSON, Declarations) -> Bool
  /// Merges the values from here and elsewhere, or the fields of children.
  var merge: Merge?
  /// Whether the field has children, which are merged field by field.
  var hasChildren = false
  /// Adds the fields that a saved child doesn't have, with the values that the child of the state has.
  var complete: @Sendable (_ saved: SavedJSON, _ state: SavedJSON, Declarations) -> SavedJSON = {
    json,
    _,
    _ in json
  }
  /// Whether the property is a redacted field of the state; errors say nothing of its value.
  var isRedacted = false
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
      self.merge = { base, here, there, _ in
        let base = try base?.decode(Value.self)
        let merged = merge(base, try here.decode(Value.self), try there.decode(Value.self))
        return MergedField(json: try SavedJSON(encoding: merged))
      }
    }
  }

  /// A value of the field that was copied.
  func captured(_ content: CapturedContent) -> CapturedRecord.Value {
    CapturedRecord.Value(name: name, content: content, isRedacted: isRedacted)
  }

  /// Merges the values from here and elsewhere; `nil` if the field has no merge.
  func merge(_ declarations: Declarations) -> FieldMerge? {
    guard let merge else { return nil }
    return { [isRedacted] base, here, there in
      var merged = try merge(base, here, there, declarations)
      if isRedacted { merged.conflicts = merged.conflicts.map(\.withoutIdentities) }
      return merged
    }
  }

  @MainActor
  static func isRedacted(_ property: AnyKeyPath) -> Bool {
    (State.self as? any SnapshotState.Type)?.isRedacted(property) ?? false
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
