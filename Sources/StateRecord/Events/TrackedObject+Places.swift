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

  struct FormerPlace {
    weak var object: TrackedObject?
    var field = 0
  }

  /// Returns the first way to one of the object's fields from before the object left.
  ///
  /// A change of an object that the same code then removes is reported after the removal.
  package func formerWay(toField field: Int, where isWanted: (Way) -> Bool) -> Way? {
    var below: [(object: TrackedObject, field: Int)] = [(self, field)]
    var object = self
    while object.hasLeft, let above = object.formerPlace.object {
      // Objects that have left may contain each other.
      if below.contains(where: { $0.object === above }) { return nil }
      below.insert((above, object.formerPlace.field), at: 0)
      object = above
    }
    let rest = below.dropFirst()
    return object.way(toField: below[0].field) { way in
      isWanted(Way(start: way.start, fields: way.fields + rest))
    }
  }
}
