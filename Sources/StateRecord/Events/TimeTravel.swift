import StateCore
import StateFields

/// Earlier values that states show while their current values keep changing.
///
/// The first write of a turn restores the current state in the objects, and the rest of the turn reads and writes it.
/// At the end of the turn, the objects show the earlier values again. Other objects are left alone.
@MainActor
package final class TimeTravel {
  private struct Written {
    let object: TrackedObject
    /// The previous values of the fields that were written.
    var values: [Int: SnapshotValue] = [:]
  }

  private struct Entry {
    let id: StoreID
    weak var store: (any RecordableStore)?
  }

  private var stores: [Entry]
  private var frame: TrackedFrame?
  /// The objects that show earlier values.
  private var objects: [TrackedObject] = []
  /// The writes since travel began.
  private var written: [TrackedObject.ID: Written] = [:]
  /// Whether the objects have their current values until the end of the turn.
  private(set) var showsPresent = false
  private var hasEnded = false

  private static var active: [TimeTravel] = [] {
    didSet {
      CoreListening.willWrite = active.isEmpty ? nil : TimeTravel.showPresentOfWritten
      CoreListening.isShowingValues = active.isEmpty ? nil : TimeTravel.writes
    }
  }
  private static var waitingForEnd: [@MainActor () -> Void] = []

  /// Whether an object shows earlier values instead of the current ones.
  package static func isShown(in object: AnyObject) -> Bool {
    TrackedObject[object]?.shown != nil
  }

  /// Whether an object or one below it shows earlier values instead of the current ones.
  package static func showsValues(below object: TrackedObject) -> Bool {
    !active.isEmpty && object.all.contains { $0.shown != nil }
  }

  /// Whether time travel is writing earlier values to an object.
  private static func writes(_ object: AnyObject) -> Bool { isWriting && isShown(in: object) }

  /// Calls `body` once when the next time travel ends.
  package static func atNextEnd(_ body: @escaping @MainActor () -> Void) {
    waitingForEnd.append(body)
  }

  /// Makes stores reject actions.
  ///
  /// Returns `nil` if one of them already travels.
  package init?(of stores: [any RecordableStore]) {
    if stores.contains(where: \.isTravelling) { return nil }
    self.stores = stores.map { Entry(id: $0.storeID, store: $0.heldStore) }
    EventCenter.report()
    for store in stores { store.beginTravel() }
    Self.active.append(self)
  }

  // MARK: Earlier states

  /// Shows the values that the objects of all stores have in a frame.
  ///
  /// Stores that aren't in the frame stay unchanged.
  package func show(_ frame: TrackedFrame) {
    EventCenter.report()
    showPast()
    self.frame = frame
    show()
  }

  private func show() {
    let wanted = (frame?.objects(of: stores.map(\.id)) ?? []).filter {
      $0.object.canShow($0.values)
    }
    let kept = Set(wanted.map(\.object.id))
    let others = objects.filter { !kept.contains($0.id) }
    for entry in wanted { entry.object.followIfAlone() }
    var moves = wanted.map { ShownMove($0.object) } + others.map { ShownMove($0) }
    for entry in wanted { entry.object.beginShowing(entry.values, in: self) }
    for index in moves.indices { moves[index].setTarget(isPast: index < wanted.count) }
    objects = wanted.map(\.object)
    Self.write(moves)
    Self.endShowing(others)
  }

  /// Handles the end of a store: its objects show the current state, unless another store of the travel contains them.
  static func storeHasEnded(_ id: StoreID) {
    for travel in active where travel.stores.contains(where: { $0.id == id }) {
      travel.showPast()
      travel.stores.removeAll { $0.id == id }
      travel.show()
    }
  }

  // MARK: Current state

  /// Restores the current values of a state for the rest of the turn, before the state is written.
  ///
  /// This applies to all objects that show earlier values together with it.
  package static func showPresent(of state: @autoclosure () -> AnyObject) {
    if active.isEmpty { return }
    TrackedObject[state()]?.shown?.travel.showPresent()
  }

  private static func showPresentOfWritten(_ state: AnyObject) { showPresent(of: state) }

  func showPresent() {
    if showsPresent || Self.isWriting { return }
    Frame.expectEnd()
    move(isPast: false)
  }

  /// Lets all objects show the earlier values again.
  static func showPast() {
    for travel in active { travel.showPast() }
  }

  private func showPast() {
    guard showsPresent else { return }
    // The writes of the turn belong to the current state.
    EventCenter.report()
    for entry in stores { entry.store?.willShowEarlierState() }
    move(isPast: true)
  }

  private func move(isPast: Bool) {
    var moves = objects.map { ShownMove($0) }
    showsPresent = !isPast
    for index in moves.indices { moves[index].setTarget(isPast: isPast) }
    Self.write(moves)
  }

  // MARK: End

  /// Shows the current state again.
  ///
  /// Without `applyingWrites`, changes made in the meantime are reverted.
  package func resume(applyingWrites: Bool) {
    end(keepsShown: false) {
      let shown = Set(objects.map(\.id))
      let reverted =
        applyingWrites ? [] : written.sorted { $0.key.number < $1.key.number }.map(\.value)
      let others = reverted.map(\.object).filter { !shown.contains($0.id) }
      // A screen that shows values of a travel keeps its loading.
      for object in others { object.beginShowing(object.latest, in: self) }
      objects += others
      var moves = objects.map { ShownMove($0) }
      CurrentCause.with(.restore) {
        for entry in reverted {
          for (field, value) in entry.values.sorted(by: { $0.key < $1.key }) {
            entry.object.setPresent(field, value)
          }
        }
      }
      for index in moves.indices { moves[index].setTarget(isPast: false) }
      Self.write(moves)
    }
  }

  /// Notes the write of a field, for the travels of the stores that the object is below.
  static func noteWrite(of object: TrackedObject, _ field: Int, before value: SnapshotValue) {
    if active.isEmpty { return }
    let stores = object.allStores
    for travel in active where travel.stores.contains(where: { stores.contains($0.id) }) {
      travel.written[object.id, default: Written(object: object)].values[field] =
        travel.written[object.id]?.values[field] ?? value
    }
  }

  /// Makes the shown values the current state.
  package func commit() {
    end(keepsShown: true) {
      CurrentCause.with(.restore) { for object in objects { object.keepShown() } }
    }
  }

  private func end(keepsShown: Bool, _ body: () -> Void) {
    if hasEnded { return }
    hasEnded = true
    EventCenter.report()
    showPast()
    body()
    Self.active.removeAll { $0 === self }
    Self.endShowing(objects)
    objects = []
    written = [:]
    EventCenter.report()
    for entry in stores { entry.store?.endTravel(keepsShown: keepsShown) }
    let waiting = Self.waitingForEnd
    Self.waitingForEnd = []
    for body in waiting { body() }
    CoreListening.travelEnded?()
  }

  private static func endShowing(_ objects: [TrackedObject]) {
    for object in objects {
      object.shown = nil
      object.replacedFields = []
    }
    if objects.isEmpty { return }
    CurrentCause.with(.restore) {
      for object in objects { object.access.screen()?.showsOwnValues() }
    }
  }

  // MARK: Writes

  /// Whether time travel is writing fields, which isn't reported as changes.
  private(set) static var isWriting = false
  /// The fields that changed because of these writes.
  private static var noted: [ShownField] = []

  static func note(_ field: Int, of object: TrackedObject) {
    noted.append(ShownField(object: object, field: field))
  }

  private static func write(_ moves: [ShownMove]) {
    var targets: [TrackedObject.ID: ShownTarget] = [:]
    var open: [ShownField] = []
    for move in moves {
      targets[move.object.id] = move.target
      open += move.fields
    }
    func target(of entry: ShownField) -> SnapshotValue {
      (targets[entry.object.id] ?? entry.object.currentTarget).values[entry.field]
    }
    isWriting = true
    var rounds = 2 + (moves.map(\.target.values.count).max() ?? 0)
    // A setter may change other fields. Each round restores at least one more field of such a chain.
    while !open.isEmpty, rounds > 0 {
      rounds -= 1
      for entry in open {
        let target = targets[entry.object.id] ?? entry.object.currentTarget
        entry.object.write(target.values[entry.field], to: entry.field, isPast: target.isPast)
      }
      let changed = open + noted
      noted = []
      open = changed.filter { !target(of: $0).isUnchanged(in: $0.object.observe($0.field)) }
    }
    noted = []
    isWriting = false
    for entry in open {
      let value = entry.object.access.read(entry.field)
      let isPast = (targets[entry.object.id] ?? entry.object.currentTarget).isPast
      entry.object.accept(value, of: entry.field, isPast: isPast)
    }
  }
}

private struct ShownField {
  let object: TrackedObject
  let field: Int
}

/// The target values of an object.
struct ShownTarget {
  let values: [SnapshotValue]
  let isPast: Bool
}

/// An object whose fields time travel writes.
@MainActor
private struct ShownMove {
  let object: TrackedObject
  private let current: ShownTarget
  private(set) var target: ShownTarget

  /// Starts from the object's current values.
  init(_ object: TrackedObject) {
    self.object = object
    if !object.currentTarget.isPast { object.endChanges() }
    current = object.currentTarget
    target = current
  }

  mutating func setTarget(isPast: Bool) {
    target = object.target(isPast: isPast)
    guard target.isPast else { return }
    for entry in fields { object.keepPresent(entry.field) }
  }

  /// The fields whose values differ.
  ///
  /// Equal values may differ in parts that a comparison ignores, so the current value is always restored.
  var fields: [ShownField] {
    target.values.indices.filter {
      object.unobservedFields.contains($0) || !target.isPast && object.replacedFields.contains($0)
        || !current.values[$0].isUnchanged(in: target.values[$0])
    }
    .map { ShownField(object: object, field: $0) }
  }
}
