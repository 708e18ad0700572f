import StateFields
import StateHistory
import StatePersistence
import StateRecord

/// The steps of an earlier launch, with the objects of this one.
@MainActor
struct HistoryRestoring {
  private var table = ObjectTable()
  private let saved: SavedHistory
  private let scopes: [HistoryAccess.Scope]
  /// The scope of each object.
  private var scopeOfObject: [Int] = []

  /// Returns the steps for a history.
  ///
  /// - Throws: The reason why they don't fit to the states.
  static func steps(
    of saved: SavedHistory,
    for scopes: [HistoryAccess.Scope]
  ) throws(SavedStateError) -> HistoryContents {
    var restoring = HistoryRestoring(saved, scopes)
    try restoring.check()
    try restoring.addObjects()
    let steps = try restoring.steps()
    try restoring.check(steps)
    return steps
  }

  private init(_ saved: SavedHistory, _ scopes: [HistoryAccess.Scope]) {
    self.saved = saved
    self.scopes = scopes
  }

  private static func damage(_ reason: String) -> SavedStateError {
    SavedStateError(.damaged, "expected the steps of a history: \(reason)")
  }

  private func check() throws(SavedStateError) {
    guard saved.counts.count == saved.scopes.count, saved.values.count == saved.scopes.count,
      (0...saved.steps.count).contains(saved.undoCount)
    else { throw Self.damage("a count is wrong") }
    if saved.scopes != scopes.map({ SavedHistory.Scope($0) }) {
      throw SavedStateError(
        .otherVersion,
        "the steps are of a history of other fields, or of other versions of the states"
      )
    }
  }

  // MARK: Objects

  private mutating func addObjects() throws(SavedStateError) {
    for (index, scope) in scopes.enumerated() {
      let count = table.add(scope.state) { scope.reaches($0) }
      scopeOfObject += Array(repeating: index, count: count)
      try checkValues(of: index)
      if count != saved.counts[index] { throw Self.otherValues(nil) }
    }
    if table.isShared { throw Self.otherValues(nil) }
    for removed in saved.removed { try add(removed) }
  }

  private static func otherValues(_ field: String?) -> SavedStateError {
    let place = field.map { "the field \"\($0)\" has" } ?? "the state has"
    return SavedStateError(.otherValues, "\(place) another value than after the saved steps")
  }

  /// Checks that the values are those that the saved steps ended with.
  private mutating func checkValues(of index: Int) throws(SavedStateError) {
    let state = scopes[index].state
    for (name, text) in saved.values[index] {
      guard let field = table.field(name, of: state) else { throw Self.otherValues(name) }
      guard let capture = field.shape.capture(state), let present = try? capture(),
        field.shape.areSame(text, present)
      else { throw Self.otherValues(name) }
    }
  }

  private mutating func add(_ removed: SavedHistory.Removed) throws(SavedStateError) {
    guard table.objects.indices.contains(removed.owner) else {
      throw Self.damage("an object is missing")
    }
    guard let field = table.field(removed.field, of: table.objects[removed.owner]), field.isChild
    else { throw Self.damage("the field \"\(removed.field)\" has no children") }
    let child: AnyObject?
    do { child = try field.shape.makeChild(removed.record) } catch {
      throw Self.damage("a removed child can't be made: \(error)")
    }
    guard let state = child as? any SnapshotState else {
      throw Self.damage("a removed child can't be made")
    }
    let count = table.add(state)
    scopeOfObject += Array(repeating: scopeOfObject[removed.owner], count: count)
    if count != removed.count || table.isShared { throw Self.damage("a removed child differs") }
  }

  // MARK: Steps

  private mutating func steps() throws(SavedStateError) -> HistoryContents {
    var steps: [HistoryContents.Step] = []
    for step in saved.steps {
      var fields: [HistoryContents.Field] = []
      for field in step.fields { fields.append(try self.field(field)) }
      steps.append(HistoryContents.Step(name: step.name, fields: fields))
    }
    return HistoryContents(steps: steps, undoCount: saved.undoCount)
  }

  private mutating func field(
    _ saved: SavedHistory.Field
  ) throws(SavedStateError) -> HistoryContents.Field {
    guard table.objects.indices.contains(saved.object) else {
      throw Self.damage("an object is missing")
    }
    let object = table.objects[saved.object]
    guard let field = table.field(saved.name, of: object) else {
      throw Self.damage("the field \"\(saved.name)\" isn't saved")
    }
    return HistoryContents.Field(
      object: object,
      index: field.index,
      scope: scopeOfObject[saved.object],
      before: try value(saved.before, field, of: object),
      after: try value(saved.after, field, of: object)
    )
  }

  private func value(
    _ saved: SavedHistory.Value,
    _ field: ObjectTable.Field,
    of object: any SnapshotState
  ) throws(SavedStateError) -> SnapshotValue {
    if let text = saved.plain, let decode = field.coding.plain {
      do { return try decode(text) } catch {
        throw Self.damage("a value of the field \"\(field.shape.name)\": \(error)")
      }
    }
    guard let numbers = saved.children, field.isChild,
      case .children(let shape, _) = object.value(ofField: field.index),
      shape == .list || numbers.count <= 1
    else { throw Self.damage("a value of the field \"\(field.shape.name)\"") }
    var children: [SnapshotValue.Child] = []
    for (index, number) in numbers.enumerated() {
      guard table.objects.indices.contains(number),
        field.coding.children.contains(where: { $0 == type(of: table.objects[number]) })
      else { throw Self.damage("an object is missing") }
      children.append(.holding(table.objects[number], at: shape == .list ? .index(index) : .only))
    }
    return .children(shape, children)
  }

  /// Checks that each field has the value that the steps ended with.
  private func check(_ contents: HistoryContents) throws(SavedStateError) {
    struct Place: Hashable {
      let object: ObjectIdentifier
      let field: Int
    }
    var known: Set<Place> = []
    let undo = contents.steps[..<contents.undoCount].reversed().map { ($0, isUndo: true) }
    let redo = contents.steps[contents.undoCount...].map { ($0, isUndo: false) }
    for (step, isUndo) in undo + redo {
      for field in step.fields {
        let place = Place(object: ObjectIdentifier(field.object), field: field.index)
        guard known.insert(place).inserted else { continue }
        let value = isUndo ? field.after : field.before
        if !field.object.hasValue(value, ofField: field.index) {
          throw Self.otherValues(field.object.fieldShapes[field.index].name)
        }
      }
    }
  }
}
