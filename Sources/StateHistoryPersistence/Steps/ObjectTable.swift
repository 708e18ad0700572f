import StateFields
import StateHistory
import StatePersistence
import StateRecord

/// The numbers of the objects that saved steps change.
@MainActor
struct ObjectTable {
  /// A field that is both declared for snapshots and saved.
  struct Field {
    let index: Int
    let shape: PersistedShape.Field
    let coding: FieldCoding
    let isChild: Bool
  }

  /// The fields of one type, by name in the saved data and by index.
  private struct Fields {
    var byName: [String: Field] = [:]
    var byIndex: [Int: Field] = [:]
  }

  private(set) var objects: [any SnapshotState] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var types: [ObjectIdentifier: Fields] = [:]
  /// Whether an object is in several places, which a load would make several objects.
  private(set) var isShared = false

  func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Returns the fields of an object that can be saved; others are missing.
  mutating func field(_ index: Int, of object: any SnapshotState) -> Field? {
    fields(of: object).byIndex[index]
  }

  mutating func field(_ name: String, of object: any SnapshotState) -> Field? {
    fields(of: object).byName[name]
  }

  /// Returns the fields of an object, in the order of their indices.
  mutating func allFields(of object: any SnapshotState) -> [Field] {
    fields(of: object).byIndex.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func fields(of object: any SnapshotState) -> Fields {
    let key = ObjectIdentifier(type(of: object))
    if let known = types[key] { return known }
    let fields = Self.fields(of: object)
    types[key] = fields
    return fields
  }

  private static func fields<State: SnapshotState>(of object: State) -> Fields {
    var fields = Fields()
    guard let shape = PersistedShape(of: object) else { return fields }
    for (index, field) in State.snapshotFields.fields.enumerated() {
      if field.isRedacted || field.isTransient || field.isImmutable { continue }
      guard let saved = shape[field.keyPath], !saved.isRedacted else { continue }
      let new = Field(index: index, shape: saved, coding: field.coding, isChild: field.isChild)
      fields.byName[saved.name] = new
      fields.byIndex[index] = new
    }
    return fields
  }

  /// Numbers an object and the children that its saved fields contain.
  ///
  /// `isWanted` returns whether a field of the object itself is looked at.
  ///
  /// - Returns: The number of new objects.
  mutating func add(
    _ object: any SnapshotState,
    where isWanted: (Int) -> Bool = { _ in true }
  ) -> Int {
    let first = objects.count
    put(object)
    var next = first
    while next < objects.count {
      let object = objects[next]
      for field in allFields(of: object) where field.isChild {
        if next == first, !isWanted(field.index) { continue }
        for child in object.value(ofField: field.index).children {
          if let state = child.object as? any SnapshotState { put(state) } else { isShared = true }
        }
      }
      next += 1
    }
    return objects.count - first
  }

  private mutating func put(_ object: any SnapshotState) {
    guard numbers.updateValue(objects.count, forKey: ObjectIdentifier(object)) == nil else {
      isShared = true
      return
    }
    objects.append(object)
  }
}
