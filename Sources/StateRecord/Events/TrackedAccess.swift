import Observation
import StateCore
import StateFields

/// How the fields of an object are read and written, whatever its type.
@MainActor
struct TrackedAccess {
  let shape: TrackedShape
  /// The value of a field now, with children that are not looked into.
  let read: (Int) -> SnapshotValue
  /// The values of several fields now, which may cost less than one after the other.
  let readAll: ([Int]) -> [SnapshotValue]
  /// Gives a field a value; the fields of children are left alone.
  let write: (Int, SnapshotValue) -> Void
  /// Whether a field can be given a value that it has had.
  let isRestored: (Int) -> Bool
  /// Whether a field never changes.
  let isConstant: (Int) -> Bool
  let isOf: (AnyObject) -> Bool
  let isAlive: () -> Bool
  /// The object as one that is told of time travel.
  let observer: () -> (any TravelObserving)?
  /// The object as one that shows loading and errors.
  let screen: () -> (any ScreenPresenting)?
}

extension TrackedAccess {
  /// The stored properties of an object that has not named its fields.
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
      readAll: readAll,
      write: { _, _ in },
      isRestored: { _ in false },
      isConstant: { _ in false },
      isOf: { [weak object] in object === $0 },
      isAlive: { [weak object] in object != nil },
      observer: { nil },
      screen: { [weak object] in object as? any ScreenPresenting }
    )
  }
}

extension SnapshotState {
  var trackedAccess: TrackedAccess {
    let fields = Self.snapshotFields.fields
    let descriptions = FieldCatalog.entry(for: fields, of: self).descriptions
    let shape = TrackedShape(type: Self.self, fields: descriptions, isRestorable: true)
    let read: (Int) -> SnapshotValue = { [weak self] field in
      guard let self else { return .children(.one, []) }
      return SnapshotReader.collecting { fields[field].read(self) }
    }
    return TrackedAccess(shape: shape) {
      read($0)
    } readAll: {
      $0.map(read)
    } write: { [weak self] field, value in
      guard let self, !fields[field].isTransient else { return }
      fields[field].set(value, in: self)
    } isRestored: { field in
      !fields[field].isTransient && fields[field].isWritable
    } isConstant: { [weak self] field in
      guard let self else { return true }
      return !fields[field].isWritable
        && ConstantFields.contains(descriptions[field].name, of: self)
    } isOf: { [weak self] in
      self === $0
    } isAlive: { [weak self] in
      self != nil
    } observer: { [weak self] in
      self as? any TravelObserving
    } screen: { [weak self] in
      self as? any ScreenPresenting
    }
  }
}
