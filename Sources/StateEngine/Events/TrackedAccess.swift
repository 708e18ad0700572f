import Observation

/// Access to the fields of an object of any type.
@MainActor
struct TrackedAccess {
  let shape: TrackedShape
  /// Reads the current value of a field, without the fields of its children.
  let read: (Int) -> SnapshotValue
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
  /// The object, if it observes time travel.
  let observer: () -> (any TravelObserving)?
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
      fields[field].write?(self, value, OwnObjects())
    } isRestored: { field in
      !fields[field].isTransient && fields[field].write != nil
    } isConstant: { [weak self] field in
      guard let self else { return true }
      return fields[field].write == nil
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

/// The children that a value contains.
///
/// Their fields aren't written.
final class OwnObjects: ChildSource {
  func object(for child: SnapshotValue.Child, present: AnyObject?) -> AnyObject? { child.object }
  func give(_ snapshot: StateSnapshot, to object: some SnapshotState) {}
  func lacksPlace(for child: SnapshotValue.Child) {}
}

/// A child that stands for a plain value.
protocol ValueHolder: AnyObject {
  func hasSameValue(as other: AnyObject) -> Bool
}

extension SnapshotValue {
  /// Whether a later value is the same and has the same children, regardless of the children's fields.
  func isUnchanged(in new: SnapshotValue) -> Bool {
    switch (self, new) {
    case (.plain(let old), .plain(let new)):
      if let old = old as? any ExactValue { return old.isUnchanged(in: new) }
      if ValueDifference.isEqual(old, new) { return true }
      // For values that aren't equal to themselves, compare the parts.
      return !ValueDifference.isEqual(new, new) && ValueDifference.isSame(old, new)
    case (.children(.keyed, let old), .children(.keyed, let new)):
      // The order is that of a dictionary, which isn't stable.
      guard old.count == new.count else { return false }
      var objects: [Place: AnyObject] = [:]
      for child in new { objects[child.place] = child.object }
      return old.allSatisfy { objects[$0.place] === $0.object }
    case (.children(_, let old), .children(_, let new)):
      return old.elementsEqual(new) { old, new in
        guard old.place == new.place else { return false }
        if old.object === new.object { return true }
        return (old.object as? any ValueHolder)?.hasSameValue(as: new.object) ?? false
      }
    case (.plain, .children), (.children, .plain): return false
    }
  }
}
