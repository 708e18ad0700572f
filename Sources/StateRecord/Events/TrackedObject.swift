import Observation
import StateCore
import StateFields

/// An object of a state whose changes are tracked, including changes that are undone in the same turn.
///
/// `onChange` of an observation runs inside the mutating call, before the value changes. It ends the previous change of
/// the field, notes the cause of this one, and observes again. It reads no other field, because another field may be in
/// the middle of a mutating call. A child is tracked from the moment when the change that added it is settled.
@MainActor
package final class TrackedObject {
  /// The identity of an object in the events of a process.
  package struct ID: Hashable, Sendable {
    package let number: Int
  }

  package nonisolated let id = ID(number: SerialNumber.next())
  package nonisolated let shape: TrackedShape
  /// The stores whose state is this object, one entry for each recording.
  private var ownStores: [StoreID] = []
  /// The identity of the object, which may be deallocated.
  nonisolated let identity: ObjectIdentifier
  let access: TrackedAccess
  /// The current values, up to the last settled change.
  var values: [SnapshotValue]
  /// The values that time travel shows instead.
  var shown: Shown?
  /// The fields whose current value time travel has replaced.
  var replacedFields: Set<Int> = []
  private let watch: FieldWatch
  /// The unsettled changes of each field.
  private var open: [[TrackedChange]]
  private(set) var unobservedFields: Set<Int> = []
  private(set) var children: [[TrackedObject]]
  /// The places where other objects contain it.
  private var owners: [Owner] = []
  /// Whether no state contains it.
  package private(set) var hasLeft = false
  private(set) var formerPlace: FormerPlace?

  private struct Owner {
    let object: TrackedObject
    let field: Int
    var place: String

    func isField(_ field: Int, of object: TrackedObject) -> Bool {
      self.field == field && self.object === object
    }
  }

  /// The fields of other objects that contain it.
  var containers: [(object: TrackedObject, field: Int)] { owners.map { ($0.object, $0.field) } }

  /// The store that the changes are attributed to: the one whose recording began last.
  private var ownStore: StoreID? { ownStores.last }

  /// Tracks an object with all its children until `endRoot`.
  static func root(_ object: AnyObject, of store: StoreID) -> TrackedObject {
    let (root, isNew) = find(object)
    root.ownStores.append(store)
    root.tellScreen()
    if isNew { root.followBelow() }
    return root
  }

  /// Stops tracking the object for one recording of a store.
  func endRoot(of store: StoreID) {
    if let last = ownStores.lastIndex(of: store) { ownStores.remove(at: last) }
    tellScreen()
    TimeTravel.storeHasEnded(store)
    if ownStores.isEmpty { leaveIfUnreachable() }
  }

  /// Attributes loading and errors to the same store as the changes.
  private func tellScreen() {
    access.screen()?.presentationListener = ownStore.map { PresentationRecorder($0) }
  }

  private init(_ object: AnyObject) {
    identity = ObjectIdentifier(object)
    access = (object as? any SnapshotState)?.trackedAccess ?? .reflecting(object)
    shape = access.shape
    watch = .of(object)
    let count = access.shape.fields.count
    values = []
    open = Array(repeating: [], count: count)
    children = Array(repeating: [], count: count)
    observeAll()
  }

  /// Reads all fields, and observes their next changes.
  func observeAll() {
    watch.follower = self
    values = shape.fields.indices.map { observe($0) }
    if !unobservedFields.isEmpty { UnobservedFields.add(self) }
  }

  /// The object and all objects below it, each once.
  var all: [TrackedObject] {
    var found: Set<ID> = [id]
    var all = [self]
    var next = 0
    while next < all.count {
      let object = all[next]
      for child in object.children.joined() where found.insert(child.id).inserted {
        all.append(child)
      }
      next += 1
    }
    return all
  }

  /// The object with its current values.
  var present: TrackedValues { TrackedValues(self, values) }

  // MARK: Changes

  /// Reads a field, and observes its next change.
  func observe(_ field: Int) -> SnapshotValue {
    let (value, isObserved) = watch.read(field) { access.read(field) }
    note(field, isObserved: isObserved)
    return value
  }

  /// Observes the next change of a field.
  private func observeAgain(_ field: Int) {
    note(field, isObserved: watch.read(field) { access.touch(field) }.isObserved)
  }

  private func note(_ field: Int, isObserved: Bool) {
    if isObserved {
      if !unobservedFields.isEmpty { unobservedFields.remove(field) }
    } else if access.isConstant(field) {
      unobservedFields.remove(field)
    } else {
      unobservedFields.insert(field)
    }
  }

  /// Handles a change of a field before it is made.
  func willChange(_ field: Int) {
    if hasLeft, shown == nil { return }
    if TimeTravel.isWriting {
      endChange(of: field)
      return TimeTravel.note(field, of: self)
    }
    shown?.travel.showPresent()
    endChange(of: field)
    add(TrackedChange(field, of: self))
    observeAgain(field)
  }

  private func add(_ change: TrackedChange) {
    open[change.field].append(change)
    EventCenter.enqueue(change)
    Frame.add(change)
  }

  /// Sets the value of a field's last change before the field changes again.
  func endChange(of field: Int) {
    guard let last = open[field].last, last.value == nil else { return }
    last.end(with: access.read(field))
  }

  /// Sets the values of all changes of the object.
  func endChanges() {
    for field in open.indices { endChange(of: field) }
  }

  /// The current values, including unsettled changes.
  var latest: [SnapshotValue] {
    var latest = values
    for (field, changes) in open.enumerated() {
      if let value = changes.last?.value { latest[field] = value }
    }
    return latest
  }

  /// Returns the value of a field, or `nil` if it didn't change.
  func value(ofChanged field: Int) -> SnapshotValue? {
    let new = access.read(field)
    return values[field].isUnchanged(in: new) ? nil : new
  }

  /// Settles a completed change, after the earlier ones of its field.
  func settle(_ change: TrackedChange) {
    if change.isSettled { return }
    let field = change.field
    // The change began before the object was removed from a state.
    guard open[field].contains(where: { $0 === change }) else { return change.settle(nil) }
    if change.value == nil { change.end(with: access.read(field)) }
    // If an earlier change is still in its mutating call, its end settles this one too.
    guard open[field].first === change else {
      change.isMade = true
      return
    }
    settleFirst(field)
    while let next = open[field].first, next.isMade { settleFirst(field) }
  }

  private func settleFirst(_ field: Int) {
    let change = open[field].removeFirst()
    let (old, new) = (values[field], change.value ?? values[field])
    guard access.isAlive(), !hasLeft || shown != nil else { return change.settle(nil) }
    // Equal values may differ in parts that a comparison ignores, such as the load that a resource waits for.
    values[field] = new
    if old.isUnchanged(in: new) { return change.settle(nil) }
    if !access.isRestored(field) { shown?.values[field] = new }
    // An object that only time travel shows belongs to no store.
    if hasLeft { return change.settle(nil) }
    let event = event(of: change, old, new, adding: adopt(new.children, field))
    if event != nil { TimeTravel.noteWrite(of: self, field, before: old) }
    change.settle(event)
  }

  /// Changes the current value, even while the object shows an earlier one.
  func setPresent(_ field: Int, _ value: SnapshotValue, isWhileTravelling: Bool? = nil) {
    if latest[field].isUnchanged(in: value) { return }
    let change = TrackedChange(field, of: self, isWhileTravelling: isWhileTravelling)
    change.end(with: value)
    add(change)
    settle(change)
  }

  /// Reports the changes that no observation reports.
  func compareUnobserved() {
    if TimeTravel.isWriting || hasLeft { return }
    let fields = unobservedFields.sorted()
    let current = currentTarget.values
    for (field, value) in zip(fields, access.readAll(fields)) {
      guard access.isAlive(), !current[field].isUnchanged(in: value) else { continue }
      setPresent(field, value)
      shown?.travel.showPresent()
    }
  }

  /// Returns the event of a change, or `nil` for an object that belongs to no store.
  private func event(
    of change: TrackedChange,
    _ old: SnapshotValue,
    _ new: SnapshotValue,
    adding added: [TrackedObject]
  ) -> (StoreID, ValueChange)? {
    guard let (store, path) = position else { return nil }
    let description = shape.fields[change.field]
    let value = ValueChange(
      field: path + description.name,
      old: EventValue(old, isRedacted: description.isRedacted),
      new: EventValue(new, isRedacted: description.isRedacted),
      cause: change.cause,
      isWhileTravelling: change.isWhileTravelling,
      mark: change.mark,
      object: self,
      index: change.field,
      added: added.map(\.present)
    )
    return (store, value)
  }

  // MARK: Children

  /// The nearest store above, and the path of child names from there, each followed by a full stop.
  ///
  /// `nil` for an object that no state contains.
  private var position: (StoreID, path: String)? {
    if let ownStore { return (ownStore, "") }
    var found: Set<ID> = [id]
    var ways: [(object: TrackedObject, below: Int, place: String)] = [(self, 0, "")]
    var next = 0
    while next < ways.count {
      let object = ways[next].object
      if let store = object.ownStore { return (store, path(from: next, ways.map { ($1, $2) })) }
      for owner in object.owners where found.insert(owner.object.id).inserted {
        ways.append((owner.object, next, owner.place))
      }
      next += 1
    }
    return nil
  }

  /// The nearest store above the object; `nil` if no state contains it.
  var store: StoreID? { position?.0 }

  /// The stores whose states lead to the object.
  var allStores: Set<StoreID> {
    var (stores, found, open) = (Set(ownStores), Set([id]), [self])
    while let object = open.popLast() {
      for owner in object.owners where found.insert(owner.object.id).inserted {
        stores.formUnion(owner.object.ownStores)
        open.append(owner.object)
      }
    }
    return stores
  }

  private func path(from start: Int, _ ways: [(below: Int, place: String)]) -> String {
    var places: [String] = []
    var next = start
    while next != 0 {
      places.append(ways[next].place)
      next = ways[next].below
    }
    let cut = places.count > Self.longestPath ? "…." : ""
    return cut + places.suffix(Self.longestPath).map { "\($0)." }.joined()
  }

  private static let longestPath = 32

  /// Tracks the new children of a field.
  ///
  /// Returns those that weren't tracked before.
  func adopt(_ list: [SnapshotValue.Child], _ field: Int) -> [TrackedObject] {
    if list.isEmpty, children[field].isEmpty { return [] }
    let old = children[field]
    let new = adoptDirectly(list, field)
    var all = new
    for child in new { all += child.followBelow() }
    // Children that moved already have their new places.
    release(old, field)
    return all
  }

  /// Releases children that were removed from the field.
  private func release(_ old: [TrackedObject], _ field: Int) {
    let kept = Set(children[field].map(\.id))
    for child in old where !kept.contains(child.id) {
      child.owners.removeAll { $0.isField(field, of: self) }
      child.formerPlace = FormerPlace(self, field)
      child.leaveIfUnreachable(isReported: true)
    }
  }

  /// Tracks the objects below a new object.
  ///
  /// Returns those that weren't tracked before.
  @discardableResult
  private func followBelow() -> [TrackedObject] {
    // This uses a list, because children may be nested to any depth.
    var all: [TrackedObject] = []
    var next: TrackedObject? = self
    var done = 0
    while let object = next {
      for field in object.values.indices {
        all += object.adoptDirectly(object.values[field].children, field)
      }
      next = done < all.count ? all[done] : nil
      done += 1
    }
    return all
  }

  private func adoptDirectly(_ list: [SnapshotValue.Child], _ field: Int) -> [TrackedObject] {
    if list.isEmpty, children[field].isEmpty { return [] }
    var new: [TrackedObject] = []
    var placed: Set<ID> = []
    children[field] = list.compactMap { child in
      if child.object is any ValueHolder { return nil }
      let (object, isNew) = Self.find(child.object)
      if isNew { new.append(object) }
      guard placed.insert(object.id).inserted else { return nil }
      let place = shape.fields[field].name(ofChildAt: child.place)
      if let index = object.owners.firstIndex(where: { $0.isField(field, of: self) }) {
        object.owners[index].place = place
      } else {
        object.owners.append(Owner(object: self, field: field, place: place))
      }
      return object
    }
    return new
  }

  /// Releases an object that no store contains, and everything that only it refers to.
  ///
  /// If it is reported, the objects exist until the report is delivered, as parts of former ways.
  private func leaveIfUnreachable(isReported: Bool = false) {
    var open = [self]
    while let object = open.popLast() {
      guard !object.hasLeft, object.position == nil else { continue }
      object.hasLeft = true
      Self.depart(object)
      if isReported, EventCenter.hasSinks { Self.leaving.append(object) }
      object.owners = []
      for (field, children) in object.children.enumerated() {
        for child in children {
          child.owners.removeAll { $0.object === object }
          child.formerPlace = FormerPlace(object, field)
        }
        open += children
      }
      object.children = object.children.map { _ in [] }
    }
  }

  // MARK: Objects

  private struct Weak {
    weak var object: TrackedObject?
  }

  private static var objects: [ObjectIdentifier: TrackedObject] = [:]
  /// The objects that no state contains, but a journal still retains.
  private static var departed: [ObjectIdentifier: Weak] = [:]
  private static var departedLimit = 64
  /// The objects that no state contains any more, until the events of this are delivered.
  private static var leaving: [TrackedObject] = []

  /// Notes that all events so far are delivered.
  static func releaseLeft() {
    if leaving.isEmpty { return }
    let left = leaving
    leaving = []
    withExtendedLifetime(left) {}
  }

  /// Returns the tracked object for an object.
  ///
  /// An object that returns keeps its tracked object.
  private static func find(_ object: AnyObject) -> (TrackedObject, isNew: Bool) {
    if let known = self[object] { return (known, false) }
    let key = ObjectIdentifier(object)
    let departed = departed.removeValue(forKey: key)?.object
    let new = departed.flatMap { $0.access.isOf(object) ? $0 : nil } ?? TrackedObject(object)
    if new.hasLeft { new.comeBack() }
    objects[key] = new
    return (new, true)
  }

  /// Returns the tracked object for an object that no state contains yet.
  ///
  /// The object keeps it when a state does.
  package static func absent(_ object: AnyObject) -> TrackedObject {
    let key = ObjectIdentifier(object)
    if let known = self[object] ?? departed[key]?.object, known.access.isOf(object) { return known }
    let new = TrackedObject(object)
    new.hasLeft = true
    departed[key] = Weak(object: new)
    return new
  }

  private func comeBack() {
    hasLeft = false
    // While it showed earlier values, its changes were tracked.
    guard shown == nil else { return }
    open = open.map { _ in [] }
    observeAll()
  }

  private static func depart(_ object: TrackedObject) {
    guard objects[object.identity] === object else { return }
    objects[object.identity] = nil
    if departed.count >= departedLimit {
      departed = departed.filter { $0.value.object != nil }
      departedLimit = max(64, 2 * departed.count)
    }
    departed[object.identity] = Weak(object: object)
  }

  /// Returns the tracked object of an object, if it is tracked.
  static subscript(object: AnyObject) -> TrackedObject? {
    // The address may be reused by another object.
    guard let known = objects[ObjectIdentifier(object)], known.access.isOf(object) else {
      return nil
    }
    return known
  }
}
