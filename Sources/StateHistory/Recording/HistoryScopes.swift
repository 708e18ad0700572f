import ScreenStateKit
import StateCore
import StateFields
import StateRecord

/// The stores of a history, with the fields that belong to it.
@MainActor
final class HistoryScopes {
  /// One of the history's stores.
  struct Scope {
    struct Given {
      weak var store: (any RecordableStore)?
    }

    let stores: [Given]
    let id: StoreID
    /// The state; `nil` once the store has ended, since its values would keep rows in memory.
    fileprivate(set) var root: TrackedObject?
    let paths: FieldPaths
    /// Whether each field of the state itself belongs to the history.
    let ownFields: [Bool]
    let now: () -> Duration
    let ignores: @MainActor (Any) -> Bool
    let name: @MainActor (Any) -> String?
    fileprivate(set) var hasEnded = false
  }

  private(set) var all: [Scope] = []
  /// Whether a field of a type can belong to a history, by the identity of the type.
  private var usable: [ObjectIdentifier: [Bool]] = [:]
  /// Whether each field of a type can contain children, by the identity of the type.
  private var childFields: [ObjectIdentifier: [Bool]] = [:]
  /// Whether each field of a type may contain a request, by the identity of the type.
  private var requestFields: [ObjectIdentifier: [Bool]] = [:]

  /// Whether one of the stores or a part of its state shows an earlier state, or a replay runs it.
  var isHeld: Bool {
    all.contains { scope in
      scope.stores.contains { $0.store?.isTravelling == true || $0.store?.isReplaying == true }
        || scope.root.map { TimeTravel.showsValues(below: $0) } == true
    }
  }

  func contains(_ root: TrackedObject) -> Bool { all.contains { $0.root === root } }

  func scope(of store: StoreID) -> Scope? { all.first { $0.id == store } }

  func append(_ scope: HistoryScope, root: TrackedObject) {
    all.append(
      Scope(
        stores: scope.stores.map { Scope.Given(store: $0) },
        id: scope.storeID,
        root: root,
        paths: scope.paths,
        ownFields: root.shape.fields.indices.map {
          isUsable($0, of: root) && scope.paths.contain([$0])
        },
        now: Self.elapsed(of: scope.clock),
        ignores: scope.ignores,
        name: scope.name
      )
    )
  }

  private static func elapsed(of clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Ends the scope of a store; returns its index, if it hasn't ended before.
  func end(_ store: StoreID) -> Int? {
    guard let index = all.firstIndex(where: { $0.id == store && !$0.hasEnded }) else { return nil }
    all[index].hasEnded = true
    all[index].root = nil
    for given in all[index].stores { given.store?.stopRecording() }
    return index
  }

  func endAll() {
    for scope in all where !scope.hasEnded {
      for given in scope.stores { given.store?.stopRecording() }
    }
    all = []
  }

  // MARK: Fields

  /// Returns the index of the scope that a changed field belongs to.
  func scope(of change: ValueChange) -> Int? {
    // Most fields are those of the state itself.
    for index in all.indices where all[index].root === change.object {
      if !all[index].hasEnded, all[index].ownFields[change.index] { return index }
    }
    var found: Int?
    func isInScope(_ way: TrackedObject.Way) -> Bool {
      guard way.fields.allSatisfy({ isUsable($0.field, of: $0.object) }) else { return false }
      found = all.firstIndex { scope in
        !scope.hasEnded && scope.root === way.start && scope.paths.contain(way.fields.map(\.field))
      }
      return found != nil
    }
    let (object, field) = (change.object, change.index)
    _ = object.way(toField: field, where: isInScope)
    // The same code may have removed the object.
    if found == nil { _ = object.formerWay(toField: field, where: isInScope) }
    return found
  }

  /// Returns the way to a field from the state of a scope.
  func way(to key: FieldKey) -> TrackedObject.Way? {
    key.object.way(toField: key.field) { contains($0.start) }
  }

  private func isUsable(_ field: Int, of object: TrackedObject) -> Bool {
    let type = ObjectIdentifier(object.shape.type)
    if let known = usable[type] { return known[field] }
    let fields = (object.state?.fieldShapes ?? []).map { shape in
      !shape.isTransient && shape.isWritable && !shape.isImmutable
        && !(shape.type is any ProvidedContent.Type)
    }
    guard field < fields.count else { return false }
    usable[type] = fields
    return fields[field]
  }

  /// Whether a value of a field may contain a request.
  func holdsRequest(_ key: FieldKey) -> Bool {
    let type = ObjectIdentifier(key.object.shape.type)
    if let known = requestFields[type] { return known[key.field] }
    guard let shapes = key.object.state?.fieldShapes else { return false }
    let fields = shapes.map { $0.type is any RequestHolding.Type }
    requestFields[type] = fields
    return fields[key.field]
  }

  /// Returns the value that a move writes: without a request, which no code would run.
  func restored(_ value: SnapshotValue, of key: FieldKey) -> SnapshotValue {
    holdsRequest(key) ? value.withoutRequest : value
  }

  /// Whether a present value is that of a step, except for requests.
  func isSame(_ present: SnapshotValue, _ value: SnapshotValue, in key: FieldKey) -> Bool {
    restored(present, of: key).isUnchanged(in: restored(value, of: key))
  }

  /// Whether a field can contain children.
  func canHaveChildren(_ key: FieldKey) -> Bool {
    let type = ObjectIdentifier(key.object.shape.type)
    if let known = childFields[type] { return known[key.field] }
    guard let shapes = key.object.state?.fieldShapes else { return true }
    childFields[type] = shapes.map(\.isChild)
    return shapes[key.field].isChild
  }
}
