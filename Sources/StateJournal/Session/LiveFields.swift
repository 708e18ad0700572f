import StateFields
import StateRecord

/// A mapping from the fields of a session's type to those of a live object's type.
@MainActor
struct LiveFields {
  /// The fields of the live type.
  let shapes: [FieldShape]
  /// For each field of the session's type, the index of the live field with the same name.
  let indices: [Int?]
  /// The names of the live fields that the session's type lacks.
  let added: [String]

  init(_ recorded: SessionType?, in live: any SnapshotState) {
    let shapes = live.fieldShapes
    var byName: [String: Int] = [:]
    for (index, shape) in shapes.enumerated() where byName[shape.name] == nil {
      byName[shape.name] = index
    }
    self.shapes = shapes
    let names = (recorded?.fields ?? []).map(\.name)
    indices = names.map { byName[$0] }
    let known = Set(names)
    added = shapes.map(\.name).filter { !known.contains($0) }
  }
}

extension SnapshotState {
  /// The name of the type in a session.
  var typeName: String { ValueText.name(of: Swift.type(of: self)) }

  func coding(of field: Int) -> FieldCoding { Self.coding(ofField: field) }
}

extension FieldCoding {
  /// Returns the place of a recorded child, or `nil` if its key can't be decoded.
  @MainActor
  func place(_ place: SessionChild.Place) -> SnapshotValue.Place? {
    switch place {
    case .only: return .only
    case .index(let index): return .index(index)
    case .inCase(let name): return .inCase(name)
    case .element(let index, let name): return .element(index, name)
    case .key(let json, _):
      guard let json, let key else { return nil }
      return (try? key(JSONValueDecoder(json: json))).map { .key($0) }
    }
  }
}

extension SnapshotValue.Shape {
  init(_ shape: SessionChildren.Shape) {
    self =
      switch shape {
      case .one: .one
      case .list: .list
      case .keyed: .keyed
      case .path: .path
      }
  }
}
