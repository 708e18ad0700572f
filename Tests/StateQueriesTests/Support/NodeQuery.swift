import StateCore
import StateQueries
import StateTesting

/// The content of a node: its version, and the contents that its load has used.
struct Node: Hashable, Sendable {
  let id: Int
  var version: Int
  var parts: [Node] = []
}

/// A query whose load asks for other nodes, as a service says.
struct NodeQuery: ResourceQuery {
  struct Failure: Error {}

  let id: Int

  var options: QueryOptions { .node(id) }

  func tags(for value: Node?) -> Set<QueryTag> {
    // The tag of the content that is known only when it is loaded.
    value == nil ? [] : [.node(id)]
  }

  func load(in context: QueryContext) async throws -> Node {
    try await context.environment.nodes.load(id, context)
  }
}

extension QueryTag {
  static func node(_ id: Int) -> QueryTag { QueryTag("node", id: id) }
}

extension QueryOptions {
  /// The rules of a node, which depend on the hundreds of its number.
  static func node(_ id: Int) -> QueryOptions {
    .make {
      switch id / 100 % 10 {
      case 0: $0.staleAfter = nil
      case 1: $0.staleAfter = .zero
      case 2:
        $0.staleAfter = nil
        $0.whenUnwatched = .cancel
      default: $0.keepsFor = .zero
      }
    }
  }
}

/// A service that determines what the load of each node asks for, and when it ends.
final class NodeService: Sendable {
  private struct State {
    var dependencies: [Int: [Int]] = [:]
    var optional: Set<Int> = []
    var gates: Set<Int> = []
    var failing: Set<Int> = []
    var versions: [Int: Int] = [:]
    var open: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var loads: [Int: [QueryReason]] = [:]
    var errors: [String] = []
  }

  private let state = LockIsolated(State())

  /// The reasons for the attempts of each node so far.
  var loads: [Int: [QueryReason]] { state.withValue { $0.loads } }
  var count: Int { loads.values.reduce(0) { $0 + $1.count } }
  /// The nodes whose fetch waits, in the order of their arrival.
  var open: [Int] { state.withValue { $0.open.map(\.id) } }
  /// The errors that loads have caught.
  var errors: [String] { state.withValue { $0.errors } }

  func count(_ id: Int) -> Int { loads[id]?.count ?? 0 }

  /// Lets loads of a node ask for other nodes, one after the other, before their own fetch.
  ///
  /// If the dependencies are optional, the load catches their errors.
  func link(_ id: Int, to dependencies: [Int], isOptional: Bool = false) {
    state.withValue {
      $0.dependencies[id] = dependencies
      if isOptional { $0.optional.insert(id) } else { $0.optional.remove(id) }
    }
  }

  /// Lets the fetches of a node wait for `answer`.
  func hold(_ ids: Int...) { state.withValue { $0.gates.formUnion(ids) } }

  func fail(_ id: Int, _ isFailing: Bool = true) {
    state.withValue { if isFailing { $0.failing.insert(id) } else { $0.failing.remove(id) } }
  }

  /// Ends the oldest fetch of a node that waits.
  func answer(_ id: Int) {
    state.withValue { state in
      state.open.firstIndex { $0.id == id }.map { state.open.remove(at: $0).continuation }
    }?.resume()
  }

  /// Changes what the server has for a node.
  func change(_ id: Int) { state.withValue { $0.versions[id, default: 0] += 1 } }

  func load(_ id: Int, _ context: QueryContext) async throws -> Node {
    let (dependencies, isOptional) = state.withValue { state in
      state.loads[id, default: []].append(context.reason)
      return (state.dependencies[id] ?? [], state.optional.contains(id))
    }
    var parts: [Node] = []
    for dependency in dependencies {
      do {
        parts.append(try await context.value(of: NodeQuery(id: dependency)))
      } catch {
        state.withValue { $0.errors.append("\(id): \(error)") }
        if !isOptional { throw error }
      }
    }
    await withCheckedContinuation { continuation in
      let isOpen = state.withValue { state in
        guard state.gates.contains(id) else { return false }
        state.open.append((id, continuation))
        return true
      }
      if !isOpen { continuation.resume() }
    }
    let (version, isFailing) = state.withValue {
      ($0.versions[id, default: 0], $0.failing.contains(id))
    }
    if isFailing { throw NodeQuery.Failure() }
    return Node(id: id, version: version, parts: parts)
  }
}

enum NodeServiceKey: StoreEnvironmentKey {
  static let liveValue = NodeService()
}

extension StoreEnvironment {
  var nodes: NodeService {
    get { self[NodeServiceKey.self] }
    set { self[NodeServiceKey.self] = newValue }
  }
}
