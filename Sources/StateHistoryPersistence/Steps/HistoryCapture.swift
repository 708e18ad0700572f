import StateCore
import StateFields
import StateHistory
import StatePersistence
import StateRecord

/// A copy of the steps of a history that can be saved.
@MainActor
struct HistoryCapture {
  private var table = ObjectTable()
  private var captured = CapturedHistory()

  /// Copies the steps, or returns `nil` if they can't be read now.
  ///
  /// A step with a field that isn't saved is left out, and so are those beyond it.
  static func of(_ history: HistoryAccess) -> CapturedHistory? {
    if history.isHeld { return nil }
    guard let scopes = history.scopes else { return nil }
    history.settle()
    var capture = HistoryCapture()
    return capture.copy(history.contents, scopes) ? capture.captured : nil
  }

  private mutating func copy(_ contents: HistoryContents, _ scopes: [HistoryAccess.Scope]) -> Bool {
    for scope in scopes {
      captured.scopes.append(SavedHistory.Scope(scope))
      captured.counts.append(table.add(scope.state) { scope.reaches($0) })
    }
    captured.values = scopes.map { _ in [:] }
    // Steps would belong to one of several objects after a load.
    if table.isShared { return captureEmpty() }
    let roots = scopes.map { ObjectIdentifier($0.state) }
    let (undo, redo) = (
      contents.steps[..<contents.undoCount], contents.steps[contents.undoCount...]
    )
    let (undone, changed) = copy(undo.reversed(), roots)
    let (redone, changedLater) = copy(redo, roots)
    if table.isShared { return captureEmpty() }
    captured.steps = undone.reversed() + redone
    captured.undoCount = undone.count
    if captured.steps.isEmpty { return captureEmpty() }
    for (index, scope) in scopes.enumerated() {
      let fields = changed.union(changedLater)
      for field in table.allFields(of: scope.state) {
        let isWanted =
          field.isChild
          ? scope.reaches(field.index)
          : fields.contains(RootField(scope: index, field: field.index))
        guard isWanted else { continue }
        guard let text = field.shape.capture(scope.state) else { return false }
        captured.values[index][field.shape.name] = text
      }
    }
    return true
  }

  private mutating func captureEmpty() -> Bool {
    (captured.steps, captured.undoCount, captured.removed) = ([], 0, [])
    captured.values = captured.values.map { _ in [:] }
    return true
  }

  private struct RootField: Hashable {
    let scope: Int
    let field: Int
  }

  /// Copies steps until one can't be saved.
  private mutating func copy(
    _ steps: some Sequence<HistoryContents.Step>,
    _ roots: [ObjectIdentifier]
  ) -> ([CapturedHistory.Step], Set<RootField>) {
    var copied: [CapturedHistory.Step] = []
    var changed: Set<RootField> = []
    for step in steps {
      guard let fields = copy(step) else { break }
      copied.append(CapturedHistory.Step(name: step.name, fields: fields))
      for field in step.fields where roots[field.scope] == ObjectIdentifier(field.object) {
        changed.insert(RootField(scope: field.scope, field: field.index))
      }
    }
    return (copied, changed)
  }

  private mutating func copy(_ step: HistoryContents.Step) -> [CapturedHistory.Field]? {
    if step.isPartial { return nil }
    var fields: [CapturedHistory.Field] = []
    // A field of a removed child waits for the field that contained the child.
    var open = step.fields
    while !open.isEmpty {
      let count = open.count
      var waiting: [HistoryContents.Field] = []
      for field in open {
        guard let number = table.number(of: field.object) else {
          waiting.append(field)
          continue
        }
        guard let saved = table.field(field.index, of: field.object),
          let before = copy(field.before, saved, number),
          let after = copy(field.after, saved, number)
        else { return nil }
        fields.append(
          CapturedHistory.Field(
            object: number,
            name: saved.shape.name,
            before: before,
            after: after
          )
        )
      }
      if waiting.count == count { return nil }
      open = waiting
    }
    return fields.sorted { ($0.object, $0.name) < ($1.object, $1.name) }
  }

  private mutating func copy(
    _ value: SnapshotValue,
    _ field: ObjectTable.Field,
    _ owner: Int
  ) -> CapturedHistory.Value? {
    switch value {
    case .plain:
      guard field.coding.plain != nil, let plain = value.plainValue as? any Encodable else {
        return nil
      }
      // The declaration has asked for a `Sendable` value.
      let sendable = Unchecked(plain)
      return .plain { try SavedText(encoding: sendable.value) }
    case .children(let shape, let children):
      switch shape {
      case .one, .list: break
      case .keyed, .path: return nil
      }
      var numbers: [Int] = []
      for child in children {
        switch child.place {
        case .only, .index: break
        case .key, .inCase, .element: return nil
        }
        guard let number = number(of: child.object, field, owner) else { return nil }
        numbers.append(number)
      }
      return .children(numbers)
    }
  }

  /// Returns the number of a child; a removed one is copied.
  private mutating func number(
    of child: AnyObject,
    _ field: ObjectTable.Field,
    _ owner: Int
  ) -> Int? {
    if let known = table.number(of: child) { return known }
    guard let state = child as? any SnapshotState, let record = field.shape.captureChild(child)
    else { return nil }
    let count = table.add(state)
    captured.removed.append(
      CapturedHistory.Removed(
        owner: owner,
        field: field.shape.name,
        record: record,
        count: count
      )
    )
    return table.number(of: child)
  }
}

extension SavedHistory.Scope {
  @MainActor
  init(_ scope: HistoryAccess.Scope) {
    let shape = PersistedShape(of: scope.state)
    self.init(
      signature: "\(shape?.name ?? "") \(scope.signature)",
      versions: shape?.versions ?? [:]
    )
  }
}
