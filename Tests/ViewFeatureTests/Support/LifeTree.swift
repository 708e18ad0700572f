import StateCore
import StateFields
import StateTestSupport
import ViewFeature

/// A list of the beginnings and ends of features, and the number of effects that run for each object.
@MainActor
final class LifeLog {
  enum Event: Equatable {
    case began(Int)
    case ended(Int)
  }

  private(set) var events: [Event] = []
  private(set) var running: [Int: Int] = [:]

  nonisolated init() {}

  func append(_ event: Event) { events.append(event) }

  func take() -> [Event] {
    defer { events = [] }
    return events
  }

  func begin(_ number: Int) { running[number, default: 0] += 1 }

  func end(_ number: Int) { running[number] = running[number].flatMap { $0 == 1 ? nil : $0 - 1 } }
}

/// An object of a tree, with children in each kind of place.
@MainActor @Observable
final class LifeNode: SnapshotState, Identifiable {
  enum Destination: NavigationTarget {
    case first(LifeNode)
    case second(LifeNode)

    var node: LifeNode {
      switch self {
      case .first(let node), .second(let node): node
      }
    }
  }

  /// The id in a list, which a later object may have, too.
  nonisolated let id: Int
  /// The number of the object.
  let number: Int
  var left: LifeNode?
  var rows: [LifeNode] = []
  var destination: Destination?
  var path: [Destination] = []
  var startCount = 0
  @ObservationIgnored let log: LifeLog

  init(_ number: Int, id: Int, _ log: LifeLog) {
    self.id = id
    self.number = number
    self.log = log
  }

  static let snapshotFields = SnapshotFields<LifeNode> { SnapshotField("starts", \.startCount) }

  /// The children in the order of their declarations and lists, each once.
  var children: [LifeNode] {
    var nodes: [LifeNode] = left.map { [$0] } ?? []
    nodes += rows
    if let destination { nodes.append(destination.node) }
    // Each case has its own declaration.
    nodes += path.compactMap { if case .first(let node) = $0 { node } else { nil } }
    nodes += path.compactMap { if case .second(let node) = $0 { node } else { nil } }
    var known: Set<Int> = []
    return nodes.filter { known.insert($0.number).inserted }
  }
}

/// A feature of a tree.
protocol LifeFeature: Feature
where State == LifeNode, Action == LifeAction, InputAction == LifeAction, ParentOutput == Never {
  @MainActor init()
}

enum LifeAction: Sendable {
  case change(@MainActor @Sendable (LifeNode) -> Void)
  case changeLater(@MainActor @Sendable (LifeNode) -> Void)
  case dismiss
}

extension LifeFeature {
  func handle() -> ActionHandler<LifeAction, LifeNode> {
    ActionHandler { action, state in
      switch action {
      case .change(let change): change(state)
      case .changeLater(let change): return .run { change($0) }
      case .dismiss: return dismiss()
      }
      return .none
    }
    .onStart { state in
      state.startCount += 1
      state.log.append(.began(state.number))
      return .run { state in
        state.log.begin(state.number)
        for await _ in AsyncStream<Never>.makeStream().stream {}
        state.log.end(state.number)
      }
    }
    .onEnd { state in state.log.append(.ended(state.number)) }
  }
}

struct LifeLeaf: LifeFeature {}

struct LifeBranch<Below: LifeFeature>: LifeFeature {
  let left: OptionalChild<Below>
  let rows: ChildCollection<Below, Int>
  let first: OptionalChild<Below>
  let second: OptionalChild<Below>
  let firsts: ChildCollection<Below, Int>
  let seconds: ChildCollection<Below, Int>

  init() {
    left = OptionalChild(\.left, Below())
    rows = ChildCollection(\.rows, Below())
    first = OptionalChild(\.destination, case: LifeNode.Destination.first, Below())
    second = OptionalChild(\.destination, case: LifeNode.Destination.second, Below())
    firsts = ChildCollection(\.path, case: LifeNode.Destination.first, Below())
    seconds = ChildCollection(\.path, case: LifeNode.Destination.second, Below())
  }
}

typealias LifeRoot = LifeBranch<LifeBranch<LifeLeaf>>
