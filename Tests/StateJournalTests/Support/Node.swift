import Observation
import StateFields

/// A state with children of each kind.
@MainActor @Observable
final class Node: SnapshotState {
  enum Place {
    case none
    case number(Int)
    case node(Node)
  }

  let id: Int
  var count = 0
  var text = ""
  var ratio = 0.0
  var secret = ""
  var blob: [UInt8] = []
  var child: Node?
  var list: [Node] = []
  var byKey: [Int: Node] = [:]
  var place = Place.none
  var path: [Place] = []

  init(_ id: Int) { self.id = id }

  static let snapshotFields = SnapshotFields<Node> {
    Field("id", \.id)
    Field("count", \.count)
    Field("text", \.text)
    Field("ratio", \.ratio)
    Field("secret", \.secret).redacted()
    Field("blob", \.blob)
    Field("child", child: \.child)
    Field("list", children: \.list)
    Field("byKey", children: \.byKey)
    Field("place", \.place, cases: Place.node)
    Field("path", \.path, cases: Place.node)
  }
}
