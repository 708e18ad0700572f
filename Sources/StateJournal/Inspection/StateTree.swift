import StateCore
import StateFields
import StateRecord

/// The values of a store's state after an entry, for inspection place by place.
///
/// Places are created on demand. Redacted fields are places without values.
@MainActor
package struct StateTree {
  /// A place in a state.
  package struct Place {
    package enum Kind {
      case object
      case list
      case keyed
      case value
      case leaf
      case redacted
    }

    /// The name of the place among its siblings.
    package let name: String
    package let type: String
    package let text: String
    package let kind: Kind
    /// The number of places directly below it.
    package let count: Int
    package fileprivate(set) var isTransient = false
    /// Whether its value can be changed.
    package fileprivate(set) var isEditable = false
    /// The number of the object at this place.
    package fileprivate(set) var object: Int?
    fileprivate let content: Content
  }

  fileprivate enum Content {
    case nothing
    case object(TrackedObject.ID)
    case children([(place: SnapshotValue.Place, object: TrackedObject.ID?, value: Any?)])
    case value(Any)
  }

  private let frame: TrackedFrame
  /// The state itself.
  package let root: Place

  /// Returns `nil` for a store that isn't in the frame, or whose state is only reachable through redacted fields.
  init?(_ store: StoreID, _ frame: TrackedFrame) {
    guard let root = frame.roots[store], let object = frame.objects[root] else { return nil }
    let hides = frame.objects.keys.contains { frame.hidesChildren($0) }
    if hides, !frame.visibleObjects.contains(root) { return nil }
    self.frame = frame
    self.root = Self.place(of: root, object, "")
  }

  /// Returns the place with a name below another one.
  package func child(_ name: String, of place: Place) -> Place? {
    switch place.content {
    case .nothing: return nil
    case .object(let id):
      guard let object = frame.objects[id] else { return nil }
      let index = object.shape.fields.firstIndex { $0.name == name }
      return index.flatMap { field($0, of: object) }
    case .children(let list):
      return list.first { Self.name(of: $0.place) == name }.map(self.place)
    case .value(let value):
      let parts = ValueParts(of: value)
      return parts.index(of: name).map { Self.place(of: parts.value($0), parts.name($0)) }
    }
  }

  /// Returns some of the places directly below another one.
  package func children(of place: Place, from start: Int, atMost limit: Int) -> [Place] {
    let range = min(start, place.count)..<min(place.count, start.addingClamped(limit))
    switch place.content {
    case .nothing: return []
    case .object(let id):
      guard let object = frame.objects[id] else { return [] }
      return range.compactMap { field($0, of: object) }
    case .children(let list): return list[range].map(self.place)
    case .value(let value):
      let parts = ValueParts(of: value)
      return range.map { Self.place(of: parts.value($0), parts.name($0)) }
    }
  }

  /// Returns the value of a place as JSON, if it can be encoded and is at most approximately `size` bytes long.
  package func json(of place: Place, atMost size: Int) -> JSONValue? {
    guard case .value(let value) = place.content else { return nil }
    return JSONCoding.json(of: value, atMost: size)
  }

  // MARK: Places

  private func field(_ index: Int, of object: TrackedFrame.Object) -> Place? {
    let description = object.shape.fields[index]
    guard index < object.values.count else { return nil }
    let declared = (object.shape.type as? any SnapshotState.Type)?
      .fieldShapes(named: object.shape.fields)
    let shape = object.shape.isRestorable ? declared?[index] : nil
    var place: Place
    if description.isRedacted {
      place = Place(
        name: description.name,
        type: shape.map { ValueText.name(of: $0.type) } ?? "",
        text: ValueText.redacted,
        kind: .redacted,
        count: 0,
        content: .nothing
      )
    } else {
      place = self.place(
        of: object.values[index],
        object.children[index] ?? [],
        description.name,
        shape.map { ValueText.name(of: $0.type) }
      )
      if let shape, shape.isWritable, !shape.isChild,
        let type = object.shape.type as? any SnapshotState.Type
      {
        place.isEditable = type.coding(ofField: index).plain != nil
      }
    }
    place.isTransient = shape?.isTransient ?? false
    return place
  }

  private func place(
    of value: SnapshotValue,
    _ ids: [TrackedObject.ID?],
    _ name: String,
    _ type: String?
  ) -> Place {
    switch value {
    case .plain: return Self.place(of: value.plainValue ?? (), name, type)
    case .children(let shape, let list):
      let children = list.enumerated().map { index, child in
        (
          place: child.place, object: index < ids.count ? ids[index] : nil,
          value: child.plainElement
        )
      }
      if shape == .one, let child = children.first {
        let made = place(child)
        let text = child.place == .only ? made.text : "\(made.name)(\(made.text))"
        return Place(
          name: name,
          type: made.type,
          text: text,
          kind: made.kind,
          count: made.count,
          object: made.object,
          content: made.content
        )
      }
      return Place(
        name: name,
        type: type ?? "",
        text: shape == .one ? "nil" : "\(children.count) of \(type ?? "children")",
        kind: shape == .one ? .leaf : shape == .keyed ? .keyed : .list,
        count: children.count,
        content: .children(children)
      )
    }
  }

  private func place(
    _ child: (place: SnapshotValue.Place, object: TrackedObject.ID?, value: Any?)
  ) -> Place {
    let name = Self.name(of: child.place)
    if let value = child.value { return Self.place(of: value, name) }
    if let id = child.object, let object = frame.objects[id] {
      return Self.place(of: id, object, name)
    }
    return Place(name: name, type: "", text: "…", kind: .leaf, count: 0, content: .nothing)
  }

  static func name(of place: SnapshotValue.Place) -> String {
    if case .key(let key) = place { ValueParts.name(ofKey: key.base) } else { place.text }
  }

  private static func place(
    of id: TrackedObject.ID,
    _ object: TrackedFrame.Object,
    _ name: String
  ) -> Place {
    let type = ValueText.name(of: object.shape.type)
    return Place(
      name: name,
      type: type,
      text: type,
      kind: .object,
      count: object.values.count,
      object: id.number,
      content: .object(id)
    )
  }

  private static func place(of value: Any, _ name: String, _ type: String? = nil) -> Place {
    let parts = ValueParts(of: value)
    let kind: Place.Kind =
      switch parts.kind {
      case .leaf: .leaf
      case .list: .list
      case .keyed: .keyed
      case .parts: .value
      }
    return Place(
      name: name,
      type: type ?? ValueText.name(of: Swift.type(of: value)),
      text: ValueText.describe(value),
      kind: kind,
      count: parts.count,
      content: .value(value)
    )
  }
}

extension Int {
  fileprivate func addingClamped(_ other: Int) -> Int {
    let (sum, hasOverflowed) = addingReportingOverflow(other)
    return hasOverflowed ? .max : sum
  }
}
