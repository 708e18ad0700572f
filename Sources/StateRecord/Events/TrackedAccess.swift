import Observation
import StateCore
import StateFields

/// Access to the fields of an object of any type.
@MainActor
struct TrackedAccess {
  let shape: TrackedShape
  /// Reads the current value of a field, without the fields of its children.
  let read: (Int) -> SnapshotValue
  /// Reads a field only for an observation of it.
  let touch: (Int) -> Void
  /// Reads the current values of several fields, which can cost less than reading them one by one.
  let readAll: ([Int]) -> [SnapshotValue]
  /// Writes the value of a field, without the fields of its children.
  let write: (Int, SnapshotValue) -> Void
  /// Whether an earlier value of a field can be restored.
  let isRestored: (Int) -> Bool
  /// Whether a field never changes.
  let isConstant: (Int) -> Bool
  let isOf: (AnyObject) -> Bool
  let isAlive: () -> Bool
  /// The object, if it declares its fields.
  let state: () -> (any SnapshotState)?
  /// The object, if it shows loading and errors.
  let screen: () -> (any ScreenPresenting)?
}

extension TrackedAccess {
  /// Returns access to the stored properties of an object that doesn't declare its fields.
  static func reflecting(_ object: AnyObject) -> TrackedAccess {
    let names = StoredProperty.all(of: object).map(\.name)
    let shape = TrackedShape(
      type: type(of: object),
      fields: names.map { FieldDescription(name: $0, isRedacted: false) },
      isRestorable: false
    )
    let readAll: ([Int]) -> [SnapshotValue] = { [weak object] fields in
      let properties = object.map { StoredProperty.all(of: $0) } ?? []
      return fields.map { field in
        .plain(CaseValue<Any>(value: field < properties.count ? properties[field].value : ()))
      }
    }
    return TrackedAccess(
      shape: shape,
      read: { readAll([$0])[0] },
      touch: { _ = readAll([$0]) },
      readAll: readAll,
      write: { _, _ in },
      isRestored: { _ in false },
      isConstant: { _ in false },
      isOf: { [weak object] in object === $0 },
      isAlive: { [weak object] in object != nil },
      state: { nil },
      screen: { [weak object] in object as? any ScreenPresenting }
    )
  }
}

extension SnapshotState {
  var trackedAccess: TrackedAccess {
    let fields = Self.snapshotFields.fields
    let descriptions = FieldCatalog.entry(for: fields).descriptions
    let shape = TrackedShape(type: Self.self, fields: descriptions, isRestorable: true)
    let isRestored = fields.map { !$0.isTransient && $0.isWritable }
    let reads = fields.map(\.read)
    let touches = fields.map(\.touch)
    let read: (Int) -> SnapshotValue = { [weak self] field in
      guard let self else { return .children(.one, []) }
      return SnapshotReader.collecting { reads[field](self) }
    }
    return TrackedAccess(shape: shape) {
      read($0)
    } touch: { [weak self] in
      if let self { touches[$0](self) }
    } readAll: {
      $0.map(read)
    } write: { [weak self] field, value in
      guard let self, !fields[field].isTransient else { return }
      fields[field].set(value, in: self)
    } isRestored: { field in
      isRestored[field]
    } isConstant: { [weak self] field in
      guard let self else { return true }
      return !fields[field].isWritable
        && ConstantFields.contains(descriptions[field].name, of: self)
    } isOf: { [weak self] in
      self === $0
    } isAlive: { [weak self] in
      self != nil
    } state: { [weak self] in
      self
    } screen: { [weak self] in
      self as? any ScreenPresenting
    }
  }
}
