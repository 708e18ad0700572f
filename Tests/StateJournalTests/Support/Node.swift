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
    SnapshotField("id", \.id)
    SnapshotField("count", \.count)
    SnapshotField("text", \.text)
    SnapshotField("ratio", \.ratio)
    SnapshotField("secret", \.secret).redacted()
    SnapshotField("blob", \.blob)
    SnapshotField("child", child: \.child)
    SnapshotField("list", children: \.list)
    SnapshotField("byKey", children: \.byKey)
    SnapshotField("place", \.place, cases: Place.node)
    SnapshotField("path", \.path, cases: Place.node)
  }
}
