import Foundation
import StateCore
import StateFields
import StateRecord

/// A builder that converts the entries of a journal to a session one by one.
///
/// It omits objects that are only reachable through redacted fields.
@MainActor
struct SessionBuilder {
  /// The values after the appended entries.
  private(set) var frame: TrackedFrame
  private(set) var entries: [SessionEntry] = []
  private(set) var types: [SessionType] = []
  private var typeIndices: [ObjectIdentifier: Int] = [:]
  /// The objects whose values the session contains.
  private var known: Set<TrackedObject.ID> = []
  /// The objects that the session may contain; `nil` for all, if no redacted field contains children.
  private var visible: Set<TrackedObject.ID>?
  private let start: ContinuousClock.Instant?

  /// Starts with the values before the first entry, whose number is greater than `lastGone`.
  init(_ first: TrackedFrame, lastGone: Int, start: ContinuousClock.Instant?) {
    frame = first
    self.start = start
    for object in first.objects.values { enter(object.shape) }
    updateVisible()
    let roots = first.roots.sorted { $0.key.number < $1.key.number }
    for (index, (store, root)) in roots.enumerated() {
      guard let description = first.stores[store] else { continue }
      let number = lastGone - roots.count + 1 + index
      let made = self.store(store, description, root)
      entries.append(
        SessionEntry(
          number: number,
          seconds: 0,
          store: store.number,
          kind: .storeMade(made, objects(from: [root], again: [root])),
          text: "\(number) \(description.feature): was recorded before, with \(description.state)"
        )
      )
    }
  }

  /// Removes and returns the entries that were added since the last call.
  mutating func takeEntries() -> [SessionEntry] {
    defer { entries = [] }
    return entries
  }

  var session: StateSession {
    StateSession(recorded: Date.now.ISO8601Format(), types: types, entries: entries)
  }

  mutating func append(_ entry: JournalEntry) {
    prepare(entry)
    frame.apply(entry)
    if changesObjects(entry) { updateVisible() }
    let isHidden = isHidden(entry)
    let kind = kind(of: entry)
    entries.append(
      SessionEntry(
        number: entry.number,
        seconds: start.map { (entry.time - $0) / .seconds(1) } ?? 0,
        store: entry.store.number,
        kind: kind,
        text: isHidden ? entry.description : entry.text,
        stopped: entry.forgotten.map(\.number)
      )
    )
  }

  // MARK: Objects

  /// Registers the types of an event's objects.
  private mutating func prepare(_ entry: JournalEntry) {
    switch entry.kind {
    case .storeMade(let description): for object in description.objects { enter(object.shape) }
    case .change(let change): for object in change.added { enter(object.shape) }
    default: break
    }
  }

  private func changesObjects(_ entry: JournalEntry) -> Bool {
    if visible == nil { return false }
    switch entry.kind {
    case .storeMade, .storeEnded: return true
    case .change(let change):
      if case .children? = change.new.field { return true }
      return !entry.forgotten.isEmpty
    default: return !entry.forgotten.isEmpty
    }
  }

  @discardableResult
  private mutating func enter(_ shape: TrackedShape) -> Int {
    let key = ObjectIdentifier(shape.type)
    if let index = typeIndices[key] { return index }
    let declared = (shape.type as? any SnapshotState.Type)?.fieldShapes(named: shape.fields) ?? []
    let fields = shape.fields.enumerated().map { index, field in
      guard shape.isRestorable, index < declared.count else {
        return SessionField(name: field.name, type: "", isRedacted: field.isRedacted)
      }
      let shape = declared[index]
      return SessionField(
        name: field.name,
        type: ValueText.name(of: shape.type),
        isRedacted: field.isRedacted,
        isTransient: shape.isTransient,
        isChild: shape.isChild
      )
    }
    let type = SessionType(
      name: ValueText.name(of: shape.type),
      isRestorable: shape.isRestorable,
      fields: fields
    )
    typeIndices[key] = types.count
    types.append(type)
    if fields.contains(where: { $0.isRedacted && $0.isChild }) { visible = visible ?? [] }
    return types.count - 1
  }

  /// Updates the objects that are reachable without a redacted field.
  private mutating func updateVisible() {
    guard visible != nil else { return }
    let found = frame.visibleObjects
    visible = found
    // If an object becomes visible again, its values are written again.
    known.formIntersection(found)
  }

  private func isVisible(_ id: TrackedObject.ID) -> Bool { visible?.contains(id) ?? true }

  /// Returns the objects that are new, starting from the given ones, and those to write again.
  private mutating func objects(
    from start: [TrackedObject.ID],
    again: [TrackedObject.ID]
  ) -> [SessionObject] {
    var list: [SessionObject] = []
    var open = Array((start + again).reversed())
    let isAgain = Set(again)
    var done: Set<TrackedObject.ID> = []
    while let id = open.popLast() {
      guard isVisible(id), let object = frame.objects[id], done.insert(id).inserted,
        isAgain.contains(id) || !known.contains(id)
      else { continue }
      known.insert(id)
      list.append(session(id, object))
      open += frame.openChildren(of: id).reversed()
    }
    return list
  }

  private mutating func session(
    _ id: TrackedObject.ID,
    _ object: TrackedFrame.Object
  ) -> SessionObject {
    let type = enter(object.shape)
    let values = object.values.enumerated().map { field, value in
      self.value(
        value,
        types[type].fields[field],
        object.children[field] ?? []
      )
    }
    return SessionObject(id: id.number, type: type, values: values)
  }

  // MARK: Values

  private func value(
    _ value: SnapshotValue,
    _ field: SessionField,
    _ children: [TrackedObject.ID?]
  ) -> SessionValue {
    var made = SessionValue(type: field.type)
    if field.isRedacted {
      made.isRedacted = true
      return made
    }
    switch value {
    case .plain:
      guard let whole = value.plainValue else { return made }
      if made.type.isEmpty { made.type = ValueText.name(of: Swift.type(of: whole)) }
      made.json = JSONCoding.json(of: whole)
      made.text = ValueText.describe(whole)
    case .children(let shape, let list):
      made.children = SessionChildren(
        SessionChildren.Shape(shape),
        list.enumerated().map { index, child in
          let id = index < children.count ? children[index] : nil
          let object = id.flatMap { frame.objects[$0] == nil ? nil : $0.number }
          return SessionChild(
            SessionChild.Place(child.place),
            object: object,
            value: child.plainElement.map(SessionValue.init(of:))
          )
        }
      )
    }
    return made
  }

  // MARK: Events

  /// Whether an event changes an object whose values are omitted.
  private func isHidden(_ entry: JournalEntry) -> Bool {
    guard case .change(let change) = entry.kind else { return false }
    return !known.contains(change.place.object)
  }

  private func store(
    _ id: StoreID,
    _ description: StoreDescription,
    _ root: TrackedObject.ID?
  ) -> SessionStore {
    SessionStore(
      id: id.number,
      state: description.state,
      feature: description.feature,
      parent: description.parent?.number,
      root: root.flatMap { isVisible($0) ? $0.number : nil },
      problems: description.problems,
      environmentKeys: description.environmentKeys
    )
  }

  private mutating func kind(of entry: JournalEntry) -> SessionEntry.Kind {
    switch entry.kind {
    case .storeMade(let description):
      let ids = description.objects.map(\.id)
      let made = store(entry.store, description, ids.first)
      return .storeMade(made, objects(from: Array(ids.prefix(1)), again: ids))
    case .change(let change): return .change(self.change(change))
    default: return SessionEntry.Kind(withoutObjects: entry.kind)
    }
  }

  private mutating func change(_ change: ValueChange) -> SessionChange {
    let id = change.place.object
    var made = SessionChange(
      name: change.field,
      object: id.number,
      field: change.place.field,
      value: SessionValue(type: ""),
      cause: SessionCause(change.cause),
      isWhileTravelling: change.isWhileTravelling
    )
    guard known.contains(id), let object = frame.objects[id], let value = change.new.field else {
      made.value.isRedacted = true
      return made
    }
    let field = types[enter(object.shape)].fields[change.place.field]
    let children = object.children[change.place.field] ?? []
    made.value = self.value(value, field, children)
    let new = field.isRedacted ? [] : children.compactMap(\.self)
    made.added = objects(from: new, again: change.added.map(\.id))
    return made
  }
}
