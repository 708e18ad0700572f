public import StateFields
import StateRecord

extension StateSession {
  /// Returns how much of a store's recorded state can be restored in a state of this app.
  ///
  /// - Parameters:
  ///   - state: The state. If some of its child types can only be graded from objects, it must contain children of
  ///     them.
  ///   - store: The number of the store. The default is the first one whose state has the type's name.
  /// - Returns: `same`, or the differences.
  @MainActor
  public func grade(of state: some SnapshotState, as store: Int? = nil) -> SessionGrade {
    let name = state.typeName
    let recorded = store.map { self.store($0) } ?? stores.first { $0.state == name }
    guard let recorded, let root = recorded.root, let type = typeIndex(ofObject: root) else {
      let other = recorded?.state ?? stores.first?.state ?? "nothing"
      return .onlyAsText([.init(type: name, field: nil, .isOther(recorded: other))])
    }
    var grader = SessionGrader(self, state)
    return grader.grade(type)
  }
}

/// A comparison of a session's types with those of the running app.
@MainActor
private struct SessionGrader {
  private struct Place: Hashable {
    let type: Int
    let field: Int
  }

  private let session: StateSession
  private let root: any SnapshotState
  /// One current object of each type in the state.
  private var samples: [String: any SnapshotState] = [:]
  /// The fields with values that were recorded only as text.
  private var textFields: Set<Place> = []
  /// The types of the objects that each field has contained.
  private var childTypes: [Place: Set<String>] = [:]
  private var differences: [SessionGrade.Difference] = []
  private var hasMet: Set<Int> = []

  init(_ session: StateSession, _ root: any SnapshotState) {
    self.session = session
    self.root = root
    collectSamples()
    for entry in session.entries {
      for object in entry.objects {
        for (field, value) in object.values.enumerated() {
          collect(value, Place(type: object.type, field: field))
        }
      }
      if case .change(let change) = entry.kind,
        let type = session.typeIndex(ofObject: change.object)
      {
        collect(change.value, Place(type: type, field: change.field))
      }
    }
  }

  mutating func grade(_ type: Int) -> SessionGrade {
    let name = root.typeName
    let recorded = session.types[type]
    if recorded.name != name { add(name, nil, .isOther(recorded: recorded.name)) }
    let live: any SnapshotState.Type = Swift.type(of: root)
    let given = compare(type, live)
    if given == 0 { return .onlyAsText(differences) }
    return differences.isEmpty ? .same : .canBeShown(differences)
  }

  // MARK: Available values

  private mutating func collectSamples() {
    var found: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    var open: [any SnapshotState] = [root]
    while let state = open.popLast() {
      if samples[state.typeName] == nil { samples[state.typeName] = state }
      let count = state.fieldShapes.count
      for index in 0..<count {
        for child in state.value(ofField: index).children {
          guard let child = child.object as? any SnapshotState,
            found.insert(ObjectIdentifier(child)).inserted
          else { continue }
          open.append(child)
        }
      }
    }
  }

  private mutating func collect(_ value: SessionValue, _ place: Place) {
    if value.isRedacted { return }
    guard let children = value.children else {
      if value.json == nil { textFields.insert(place) }
      return
    }
    for child in children.list {
      if case .key(nil, _) = child.place { textFields.insert(place) }
      if let value = child.value, value.json == nil { textFields.insert(place) }
      guard let object = child.object, let name = session.typeName(ofObject: object) else {
        continue
      }
      childTypes[place, default: []].insert(name)
    }
  }

  // MARK: Types

  private mutating func add(_ type: String, _ field: String?, _ reason: SessionGrade.Reason) {
    differences.append(.init(type: type, field: field, reason))
  }

  /// Collects the differences of a type and of the types below it.
  ///
  /// Returns the number of fields that can be restored.
  private mutating func compare<State: SnapshotState>(_ index: Int, _: State.Type) -> Int {
    guard hasMet.insert(index).inserted else { return 0 }
    let recorded = session.types[index]
    let name = ValueText.name(of: State.self)
    guard recorded.isRestorable else {
      add(name, nil, .namesNoFields)
      return 0
    }
    var given = 0
    let shapes = State.declaredFields
    for (position, shape) in shapes.enumerated() {
      guard let field = recorded.fields.firstIndex(where: { $0.name == shape.name }) else {
        add(name, shape.name, .isAdded)
        continue
      }
      let coding = State.coding(ofField: position)
      if let reason = reason(
        shape,
        recorded.fields[field],
        coding,
        Place(type: index, field: field)
      ) {
        add(name, shape.name, reason)
      } else {
        given += 1
      }
      compareChildren(coding, name, shape, Place(type: index, field: field))
    }
    let names = Set(shapes.map(\.name))
    for field in recorded.fields where !names.contains(field.name) {
      add(name, field.name, .isMissing)
    }
    return given
  }

  /// Returns why a field can't have some or all of its values.
  private func reason(
    _ shape: FieldShape,
    _ recorded: SessionField,
    _ coding: FieldCoding,
    _ place: Place
  ) -> SessionGrade.Reason? {
    if shape.isRedacted || recorded.isRedacted { return .isRedacted }
    if shape.isTransient || recorded.isTransient { return .isTransient }
    let type = ValueText.name(of: shape.type)
    if type != recorded.type { return .hasOtherType(recorded: recorded.type, now: type) }
    if !shape.isChild, coding.plain == nil { return .isNotCodable }
    if textFields.contains(place) { return .isNotCodable }
    return shape.isWritable ? nil : .hasNoSetter
  }

  private mutating func compareChildren(
    _ coding: FieldCoding,
    _ name: String,
    _ shape: FieldShape,
    _ place: Place
  ) {
    let held = childTypes[place] ?? []
    for type in coding.children {
      let child = ValueText.name(of: type)
      guard held.contains(child) else { continue }
      // A child that always exists doesn't have to be created.
      if shape.type != type, !canBeMade(child, type) {
        add(name, shape.name, .cannotBeMade(child))
      }
      guard let index = session.types.firstIndex(where: { $0.name == child }) else { continue }
      _ = compare(index, type)
    }
    let known = Set(coding.children.map { ValueText.name(of: $0) })
    for other in held.subtracting(known).sorted() {
      if samples[other].map({ !canBeMade(other, Swift.type(of: $0)) }) ?? true {
        add(name, shape.name, .cannotBeMade(other))
      }
    }
  }

  private func canBeMade(_ name: String, _ type: any SnapshotState.Type) -> Bool {
    if type is any RestorableState.Type { return true }
    guard let sample = samples[name] else { return false }
    let other: (any SnapshotState)? = sample.makeEmptyCopy()
    return other != nil && other !== sample
  }
}
