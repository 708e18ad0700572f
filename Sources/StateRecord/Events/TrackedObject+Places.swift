package import StateFields

/// The places of an object below others, for recorders that restore single fields.
extension TrackedObject {
  /// The object itself, if it exists and declares its fields.
  package var state: (any SnapshotState)? { access.state() }

  /// The tracked object of a state, if it is tracked.
  package static func tracking(_ state: AnyObject) -> TrackedObject? { self[state] }

  /// A way to an object from one that contains it.
  package struct Way {
    package let start: TrackedObject
    /// The fields that lead from there, each with the object that has it.
    package var fields: [(object: TrackedObject, field: Int)]
  }

  /// Returns the first way to one of the object's fields for which `isWanted` returns `true`.
  ///
  /// It tries the shortest ways first, and each field above only once.
  package func way(toField field: Int, where isWanted: (Way) -> Bool) -> Way? {
    var found: Set<ValueChange.Place> = []
    var ways = [Way(start: self, fields: [(self, field)])]
    var next = 0
    while next < ways.count {
      let way = ways[next]
      if isWanted(way) { return way }
      for place in way.start.containers
      where found.insert(.init(object: place.object.id, field: place.field)).inserted {
        ways.append(Way(start: place.object, fields: [place] + way.fields))
      }
      next += 1
    }
    return nil
  }

  /// The place from which an object was removed.
  @MainActor
  struct FormerPlace {
    private(set) weak var object: TrackedObject?
    let field: Int
    /// The delivery of the events that the removal belongs to.
    private let delivery: Int

    init(_ object: TrackedObject, _ field: Int) {
      self.object = object
      self.field = field
      delivery = EventCenter.deliveryCount
    }

    /// Whether the events of the removal are being delivered, with the changes that the same code made before.
    var isCurrent: Bool { delivery == EventCenter.deliveryCount }
  }

  /// Returns a way to one of the object's fields that the code whose changes are being delivered has removed.
  package func formerWay(toField field: Int, where isWanted: (Way) -> Bool) -> Way? {
    var below: [(object: TrackedObject, field: Int)] = [(self, field)]
    while let object = below.first?.object, object.containers.isEmpty,
      let place = object.formerPlace, place.isCurrent, let above = place.object
    {
      // Removed objects may contain each other.
      if below.contains(where: { $0.object === above }) { return nil }
      below.insert((above, place.field), at: 0)
    }
    guard below.count > 1 else { return nil }
    return below[0].object.way(toField: below[0].field) { way in
      isWanted(Way(start: way.start, fields: way.fields + below.dropFirst()))
    }
  }
}
