/// A merge of children of one type that were changed both here and elsewhere.
struct ChildMerge<Child: PersistentState>: Sendable {
  private let persistence: Persistence<Child>
  private let declarations: Declarations
  private let decodeID: ChildIDDecoding?
  private let merges: [String: FieldMerge]
  private let areSame: FieldComparison

  init(_ type: Child.Type, _ declarations: Declarations, _ decodeID: ChildIDDecoding?) {
    persistence = declarations[type]
    self.declarations = declarations
    self.decodeID = decodeID
    merges = persistence.merges(declarations)
    areSame = persistence.comparison(declarations)
  }

  /// Merges a child field by field.
  ///
  /// - Throws: An error if one side has no child, if the sides have different children, or if a child can't be read.
  func merge(
    _ base: SavedJSON?,
    _ here: SavedJSON,
    _ there: SavedJSON
  ) throws -> MergedField {
    if here.isNull || there.isNull { throw NotMergeable() }
    let base = try base.flatMap { $0.isNull ? nil : try element($0) }
    let (here, there) = (try element(here), try element(there))
    if here.id != there.id { throw NotMergeable() }
    return merge(base?.id == here.id ? base : nil, here, there)
  }

  /// Merges a list of children, which are matched by identity.
  ///
  /// - Throws: An error if two children of a list have the same identity, or if a child can't be read.
  func mergeList(
    _ base: SavedJSON?,
    _ here: SavedJSON,
    _ there: SavedJSON
  ) throws -> MergedField {
    let lists = (base: try list(base), here: try list(here), there: try list(there))
    let order = MergedOrder(base: lists.base.ids, here: lists.here.ids, there: lists.there.ids)
    var conflicts: [PersistenceConflict] = []
    if order.isConflict {
      conflicts.append(PersistenceConflict(FieldPath(), base: base, here: here, there: there))
    }
    let elements = order.ids.compactMap { id -> SavedJSON? in
      let merged = merge(lists.base.elements[id], lists.here.elements[id], lists.there.elements[id])
      conflicts += merged.conflicts
      return merged.json.isNull ? nil : merged.json
    }
    return MergedField(json: .array(of: elements), conflicts: conflicts)
  }

  /// Returns a saved child, completed with the state's values for the fields that it lacks.
  func completed(_ saved: SavedJSON, _ state: SavedJSON) -> SavedJSON {
    guard let child = try? element(saved), let other = try? element(state), child.id == other.id
    else { return saved }
    return completed(child, other)
  }

  /// Returns a saved list, with each child completed like a single child.
  func completedList(_ saved: SavedJSON, _ state: SavedJSON) -> SavedJSON {
    guard let children = try? list(saved), let others = try? list(state) else { return saved }
    let elements = children.ids.compactMap { id -> SavedJSON? in
      guard let child = children.elements[id] else { return nil }
      return others.elements[id].map { completed(child, $0) } ?? child.json
    }
    return .array(of: elements)
  }

  private func completed(_ saved: Element, _ state: Element) -> SavedJSON {
    var record = saved.record
    record.fields = persistence.completed(record.fields, state.record.fields, declarations)
      .merging(state.record.fields) { saved, _ in saved }
    return record == saved.record ? saved.json : SavedJSON(record)
  }

  // MARK: Single child

  private struct Element {
    let json: SavedJSON
    /// The record, migrated to the current version.
    let record: Record
    let id: AnyHashable?
  }

  private func element(_ json: SavedJSON) throws -> Element {
    var record = try Record(json)
    record.fields = try persistence.chain.migrate(
      record.fields,
      from: record.version,
      of: persistence.name
    )
    record.version = persistence.version
    return Element(json: json, record: record, id: try id(of: record))
  }

  private func id(of record: Record) throws -> AnyHashable? {
    guard let decodeID else { return nil }
    guard let json = record.id, let id = try decodeID(json) as? AnyHashable else {
      throw NotMergeable()
    }
    return id
  }

  private func merge(_ base: Element?, _ here: Element, _ there: Element) -> MergedField {
    let result = RecordMerge(
      base: base?.record.fields ?? [:],
      here: here.record.fields,
      there: there.record.fields,
      merges: merges,
      areSame: areSame
    ).result
    var record = here.record
    record.fields = result.fields
    return MergedField(json: SavedJSON(record), conflicts: result.conflicts)
  }

  // MARK: List children

  /// Merges a child that may have been added or removed.
  ///
  /// The JSON is `null` if the child is removed.
  private func merge(_ base: Element?, _ here: Element?, _ there: Element?) -> MergedField {
    switch (base, here, there) {
    case (let base?, let here?, let there?) where base.json == here.json:
      return MergedField(json: there.json)
    case (let base?, let here?, let there?) where base.json == there.json:
      return MergedField(json: here.json)
    case (_, let here?, let there?):
      var merged = merge(base, here, there)
      merged.conflicts = merged.conflicts.map { conflict in
        here.record.id.map { conflict.inChild($0) } ?? conflict
      }
      return merged
    case (nil, _, _): return MergedField(json: here?.json ?? there?.json ?? .null)
    case (let base?, let here, let there): return removed(base, here, there)
    }
  }

  /// Merges a child that one or both sides have removed.
  ///
  /// If the other side has changed the child, that is a conflict.
  private func removed(_ base: Element, _ here: Element?, _ there: Element?) -> MergedField {
    guard let rest = here ?? there,
      !persistence.areSame(base.record, rest.record, declarations)
    else { return MergedField(json: .null) }
    let path = rest.record.id.map { FieldPath(child: $0) } ?? FieldPath()
    let conflict = PersistenceConflict(
      path,
      base: base.json,
      here: here?.json ?? .null,
      there: there?.json ?? .null
    )
    return MergedField(json: here?.json ?? .null, conflicts: [conflict])
  }

  // MARK: Lists

  private struct List {
    var ids: [AnyHashable] = []
    var elements: [AnyHashable: Element] = [:]
  }

  private func list(_ json: SavedJSON?) throws -> List {
    var list = List()
    for json in try json?.elements() ?? [] {
      let element = try element(json)
      guard let id = element.id, list.elements.updateValue(element, forKey: id) == nil else {
        throw NotMergeable()
      }
      list.ids.append(id)
    }
    return list
  }
}
