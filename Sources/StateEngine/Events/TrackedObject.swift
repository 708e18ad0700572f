import Observation

/// An object of a state whose changes are followed, also one that is undone in the same turn.
///
/// `onChange` of an observation runs inside the mutating call, before the value changes. It ends the
/// change of the field before this one, notes the cause of this one, and observes again. Other fields are
/// not read then: one of them may be in the middle of a mutating call. A child is followed from the next
/// boundary on, with the values that it has then.
@MainActor
package final class TrackedObject {
  /// The identity of an object in the events of a process.
  package struct ID: Hashable, Sendable {
    package let number: Int
  }

  /// A change that has begun.
  private struct Pending {
    let cause: EventCause
    let token: Int
  }

  package nonisolated let id = ID(number: EventCenter.makeNumber())
  package nonisolated let shape: TrackedShape
  /// The stores that have the object as their state, one for each recording.
  private var ownStores: [StoreID] = []
  /// The object, which may be gone.
  nonisolated let identity: ObjectIdentifier
  let access: TrackedAccess
  /// The values that the object has, up to the last one that was reported.
  var values: [SnapshotValue]
  /// Where the object shows earlier values: those of the present.
  var hidden: Hidden?
  /// Whether values are written that are only shown.
  static var isShowing = false
  private var pending: [Pending?]
  private var unobservedFields: Set<Int> = []
  private(set) var children: [[TrackedObject]]
  /// The places at which it is in others.
  private var owners: [Owner] = []
  private(set) var hasLeft = false

  /// The values of the present while others are shown.
  struct Hidden {
    var values: [SnapshotValue]
    /// The children of the present.
    var children: [[TrackedObject]]
    /// The fields that were written meanwhile, with the values before.
    var written: [Int: SnapshotValue] = [:]
  }

  private struct Owner {
    let object: TrackedObject
    let field: Int
    var place: String
    /// The number of the list that it was found in last.
    var list: Int

    func isField(_ field: Int, of object: TrackedObject) -> Bool {
      self.field == field && self.object === object
    }
  }

  /// The one of these stores whose events the changes are: the last that anybody has begun to record.
  private var ownStore: StoreID? { ownStores.last }

  /// Follows an object with all its children, until `endRoot`.
  static func root(_ object: AnyObject, of store: StoreID) -> TrackedObject {
    let (root, isNew) = find(object)
    root.ownStores.append(store)
    root.tellScreen()
    if isNew { root.followBelow() }
    return root
  }

  /// The object is not followed any more for one recording of a store.
  func endRoot(of store: StoreID) {
    if let last = ownStores.lastIndex(of: store) { ownStores.remove(at: last) }
    defer { tellScreen() }
    guard ownStores.isEmpty else { return }
    // In time travel nobody else would show the present again.
    for object in all { object.endShowing() }
    leaveIfUnreachable()
  }

  /// Loading and errors are events of the store that the changes are events of.
  private func tellScreen() {
    access.screen()?.recordedStore = ownStore
  }

  private init(_ object: AnyObject) {
    identity = ObjectIdentifier(object)
    access = (object as? any SnapshotState)?.trackedAccess ?? .reflecting(object)
    shape = access.shape
    let count = access.shape.fields.count
    values = []
    pending = Array(repeating: nil, count: count)
    children = Array(repeating: [], count: count)
    values = (0..<count).map { observe($0) }
    if !unobservedFields.isEmpty { PendingChanges.lookAgain(at: self) }
  }

  /// The object itself and all those below it, each once.
  var all: [TrackedObject] {
    var found: Set<ID> = [id]
    var all = [self]
    var next = 0
    while next < all.count {
      let object = all[next]
      for child in (object.hidden?.children ?? object.children).joined()
      where found.insert(child.id).inserted {
        all.append(child)
      }
      next += 1
    }
    return all
  }

  var present: TrackedValues { TrackedValues(self, hidden?.values ?? values) }

  // MARK: Changes

  /// Reads a field, and hears of its next change.
  private func observe(_ field: Int) -> SnapshotValue {
    final class Observer: Sendable {}
    let observer = Observer()
    weak let held = observer
    let value = withObservationTracking { [access] in
      access.read(field)
    } onChange: { [weak self, observer] in
      // A write off the main actor is none of a state that the main actor has.
      guard MainThread.isCurrent else { return }
      MainActor.assumeIsolated {
        withExtendedLifetime(observer) { self?.willChange(field) }
      }
    }
    _ = consume observer
    // A closure that no property holds is gone by now.
    if held == nil, !access.isConstant(field) {
      unobservedFields.insert(field)
    } else {
      unobservedFields.remove(field)
    }
    return value
  }

  private func willChange(_ field: Int) {
    if hasLeft { return }
    if Self.isShowing {
      _ = observe(field)
      return
    }
    if let change = pending[field] { end(change, field) }
    pending[field] = Pending(cause: CurrentCause.now, token: PendingChanges.add(self, field))
    _ = observe(field)
  }

  /// Ends a change that has begun, where the field is about to change again.
  private func end(_ change: Pending, _ field: Int) {
    pending[field] = nil
    let ended = EndedChange(value: access.read(field), cause: change.cause)
    if hidden == nil {
      PendingChanges.end(self, field, token: change.token, ended)
    } else {
      // The shown value is put back at once.
      report(ended, field)
    }
  }

  /// Reports a change whose value is known.
  func report(_ change: EndedChange, _ field: Int) { report(field, change.value, change.cause) }

  /// Whether a change of a field has begun and was not reported.
  func isPending(_ field: Int) -> Bool { pending[field] != nil }

  /// Whether a certain change of a field has begun and was not reported.
  func isPending(_ field: Int, token: Int) -> Bool { pending[field]?.token == token }

  /// Reports the change of a field that has begun, if it has not been reported.
  ///
  /// - Returns: `false` if the value is still the one before; with `isOver` there was no change.
  @discardableResult
  func commit(_ field: Int, token: Int, isOver: Bool) -> Bool {
    guard let change = pending[field], change.token == token else { return true }
    let new = access.read(field)
    if !isOver, values[field].isUnchanged(in: new) { return false }
    pending[field] = nil
    report(field, new, change.cause)
    return true
  }

  /// Reports the changes that nobody has told.
  func lookAgain() {
    let fields = unobservedFields.sorted()
    for (field, value) in zip(fields, access.readAll(fields)) {
      report(field, value, CurrentCause.now)
    }
  }

  private func report(_ field: Int, _ new: SnapshotValue, _ cause: EventCause) {
    guard access.isAlive(), !hasLeft else { return }
    if hidden != nil { return reportWhileTravelling(field, new, cause) }
    let old = values[field]
    if old.isUnchanged(in: new) { return }
    values[field] = new
    emit(field, old, new, cause, adding: adopt(new.children, field))
  }

  func emit(
    _ field: Int,
    _ old: SnapshotValue,
    _ new: SnapshotValue,
    _ cause: EventCause,
    adding added: [TrackedObject] = []
  ) {
    guard let (store, path) = position else { return }
    let description = shape.fields[field]
    EventCenter.emit(
      ValueChange(
        field: path + description.name,
        old: EventValue(old, isRedacted: description.isRedacted),
        new: EventValue(new, isRedacted: description.isRedacted),
        cause: cause,
        isWhileTravelling: hidden != nil,
        place: ValueChange.Place(object: id, field: field),
        added: added.map(\.present)
      ),
      of: store
    )
  }

  // MARK: Children

  /// The nearest store above, and the names of the children that lead from it, with full stops behind them;
  /// nothing for an object that has left all states.
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
  private static var lastList = 0

  /// Follows the children that a field has got; returns those that were not followed before.
  func adopt(_ list: [SnapshotValue.Child], _ field: Int) -> [TrackedObject] {
    if list.isEmpty, children[field].isEmpty { return [] }
    let old = children[field]
    let new = adoptDirectly(list, field)
    var all = new
    for child in new { all += child.followBelow() }
    // Children that have moved have their new places by now.
    release(old, field)
    return all
  }

  /// Lets go of children that are in the field no longer, neither shown nor hidden.
  func release(_ old: [TrackedObject], _ field: Int) {
    var kept = Set(children[field].map(\.id))
    if let hidden { kept.formUnion(hidden.children[field].map(\.id)) }
    for child in old where !kept.contains(child.id) {
      guard let owner = child.owners.first(where: { $0.isField(field, of: self) }) else { continue }
      Self.leaving.append(Departure(child: child, owner: owner))
    }
  }

  /// A child that has left a field, and may have changes that were made before and are not reported.
  private struct Departure {
    let child: TrackedObject
    let owner: Owner
  }

  private static var leaving: [Departure] = []

  /// Lets go of the children that have left; all changes have been reported.
  static func endDepartures() {
    while let departure = leaving.popLast() {
      let (child, owner) = (departure.child, departure.owner)
      // Unless it has come back.
      child.owners.removeAll {
        $0.list == owner.list && $0.isField(owner.field, of: owner.object)
      }
      child.leaveIfUnreachable()
    }
  }

  /// Follows what is below a new object; returns what was not followed before.
  @discardableResult
  private func followBelow() -> [TrackedObject] {
    // A list: children may be nested in any depth.
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
    Self.lastList += 1
    let number = Self.lastList
    children[field] = list.compactMap { child in
      if child.object is any ValueHolder { return nil }
      let (object, isNew) = Self.find(child.object)
      if isNew { new.append(object) }
      guard placed.insert(object.id).inserted else { return nil }
      let place = shape.fields[field].name + child.place.suffix
      if let index = object.owners.firstIndex(where: { $0.isField(field, of: self) }) {
        object.owners[index].place = place
        object.owners[index].list = number
      } else {
        object.owners.append(Owner(object: self, field: field, place: place, list: number))
      }
      return object
    }
    return new
  }

  /// Lets go of an object that no store has any more, and of all that only it has.
  private func leaveIfUnreachable() {
    var open = [self]
    while let object = open.popLast() {
      guard !object.hasLeft, object.position == nil else { continue }
      object.hasLeft = true
      Self.depart(object)
      let below = (object.children + (object.hidden?.children ?? [])).flatMap { $0 }
      object.children = object.children.map { _ in [] }
      object.hidden = nil
      object.owners = []
      for child in below { child.owners.removeAll { $0.object === object } }
      open += below
    }
  }

  // MARK: All objects

  private struct Weak {
    weak var object: TrackedObject?
  }

  private static var objects: [ObjectIdentifier: TrackedObject] = [:]
  /// Those that have left all states and that a journal still has.
  private static var departed: [ObjectIdentifier: Weak] = [:]
  private static var departedLimit = 64

  /// The one that follows an object; the same one for an object that comes back.
  private static func find(_ object: AnyObject) -> (TrackedObject, isNew: Bool) {
    if let known = self[object] { return (known, false) }
    let key = ObjectIdentifier(object)
    let departed = departed.removeValue(forKey: key)?.object
    let new = departed.flatMap { $0.access.isOf(object) ? $0 : nil } ?? TrackedObject(object)
    if new.hasLeft { new.comeBack() }
    objects[key] = new
    return (new, true)
  }

  private func comeBack() {
    hasLeft = false
    pending = pending.map { _ in nil }
    values = values.indices.map { observe($0) }
    if !unobservedFields.isEmpty { PendingChanges.lookAgain(at: self) }
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

  /// The one that follows an object, if it is followed.
  static subscript(object: AnyObject) -> TrackedObject? {
    // Another object may have been where this one is.
    guard let known = objects[ObjectIdentifier(object)], known.access.isOf(object) else {
      return nil
    }
    return known
  }
}
