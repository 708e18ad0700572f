/// The rules of environments in a tree, without stores.
struct ReferenceEnvironments {
  enum Place: CaseIterable {
    case left
    case row
    case first
    case second
    case step
    case wrapped

    /// The changes of the declaration before and after those of the state.
    var changes: (before: [EnvironmentChange], after: [EnvironmentChange]) {
      switch self {
      case .left: ([.label(11)], [])
      case .row, .wrapped: ([], [])
      case .first: ([.mark(20), .mark(21)], [])
      case .second: ([], [.label(31)])
      case .step: ([.mark(41)], [])
      }
    }
  }

  struct Node {
    let parent: Int?
    let place: Place?
    var changes: [EnvironmentChange]
    /// The environment of the node's store, once that exists.
    var made: EnvironmentReading?
    var isRemoved = false
  }

  private(set) var nodes: [Node]

  init(root: EnvironmentReading) {
    nodes = [Node(parent: nil, place: nil, changes: [], made: root)]
  }

  /// Returns the nodes whose place in the tree leads to the root.
  var present: [Int] { nodes.indices.filter { isPresent($0) } }

  private func isPresent(_ index: Int) -> Bool {
    let node = nodes[index]
    if node.isRemoved { return false }
    return node.parent.map { isPresent($0) } ?? true
  }

  /// Adds a node; in a place for one child, it replaces the earlier one.
  mutating func add(to parent: Int, at place: Place, _ changes: [EnvironmentChange]) -> Int {
    for index in nodes.indices where nodes[index].parent == parent {
      let isReplaced =
        switch (place, nodes[index].place) {
        case (.left, .left), (.wrapped, .wrapped): true
        case (.first, .first), (.first, .second), (.second, .first), (.second, .second): true
        default: false
        }
      if isReplaced { nodes[index].isRemoved = true }
    }
    nodes.append(Node(parent: parent, place: place, changes: changes))
    return nodes.count - 1
  }

  mutating func remove(_ index: Int) {
    nodes[index].isRemoved = true
  }

  mutating func setChanges(_ index: Int, _ changes: [EnvironmentChange]) {
    nodes[index].changes = changes
  }

  /// Returns the node in a place for one child.
  func child(of parent: Int, at place: Place) -> Int? {
    nodes.indices.first {
      nodes[$0].parent == parent && nodes[$0].place == place && !nodes[$0].isRemoved
    }
  }

  /// Returns the environment of a node's store, which is created now if it doesn't exist.
  mutating func environment(of index: Int) -> EnvironmentReading {
    let node = nodes[index]
    if let made = node.made { return made }
    guard let parent = node.parent, let place = node.place else {
      preconditionFailure("The root has an environment.")
    }
    var values = environment(of: parent)
    let (before, after) = place.changes
    for change in before + node.changes + after { change.apply(to: &values) }
    nodes[index].made = values
    return values
  }
}
