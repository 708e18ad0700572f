/// Earlier values that states show in the place of the present, which goes on meanwhile.
///
/// Each object that is shown keeps the values of the present. A write by an effect is moved there, and the
/// shown value is put back at the next boundary. Objects that are not in the shown state are left alone.
@MainActor
package final class TimeTravel {
  private struct Weak {
    weak var store: (any RecordableStore)?
  }

  private var stores: [Weak]
  private var shown: [TrackedObject] = []
  private var known: Set<TrackedObject.ID> = []
  private var hasEnded = false
  private static var afterNextEnd: [@MainActor () -> Void] = []

  /// Whether an object shows earlier values in the place of the present.
  package static func isShown(in object: AnyObject) -> Bool {
    TrackedObject[object]?.hidden != nil
  }

  /// Calls `body` once, when the next time travel has ended.
  package static func atNextEnd(_ body: @escaping @MainActor () -> Void) {
    afterNextEnd.append(body)
  }

  /// Makes stores refuse actions; nothing if one of them travels already.
  package init?(of stores: [any RecordableStore]) {
    if stores.contains(where: \.isTravelling) { return nil }
    self.stores = stores.map { Weak(store: $0) }
    PendingChanges.commit()
    for store in stores { store.beginTravel() }
  }

  /// Shows the values that the objects of all stores have in a frame.
  ///
  /// Stores that are not in it stay as they are.
  package func show(_ frame: TrackedFrame) {
    PendingChanges.commit()
    let ids = stores.compactMap { $0.store?.storeID }
    for object in frame.objects(of: ids) {
      object.object.show(object.values)
      if known.insert(object.object.id).inserted { shown.append(object.object) }
    }
  }

  /// Shows the present again.
  ///
  /// Without `applyingWrites`, without the changes that were made to shown objects meanwhile.
  package func resume(applyingWrites: Bool) {
    end(keepsShown: false) {
      if !applyingWrites { for object in shown { object.forgetWrites() } }
      for object in shown.reversed() { object.endShowing() }
    }
  }

  /// Makes the shown values the present.
  package func commit() {
    end(keepsShown: true) {
      for object in shown { object.keepShown() }
    }
  }

  private func end(keepsShown: Bool, _ body: () -> Void) {
    if hasEnded { return }
    hasEnded = true
    PendingChanges.commit()
    body()
    shown = []
    for entry in stores { entry.store?.endTravel(keepsShown: keepsShown) }
    let waiting = Self.afterNextEnd
    Self.afterNextEnd = []
    for body in waiting { body() }
  }
}
