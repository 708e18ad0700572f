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
}
