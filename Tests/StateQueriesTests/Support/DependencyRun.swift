import ScreenStateKit
import StateCore
import StateRequests
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// A random program of queries that depend on each other.
@MainActor
final class DependencyRun {
  private static let ids = [0, 1, 2, 103, 104, 205, 6]

  private let clock = TestClock()
  private let service = NodeService()
  private let cache: QueryCache
  private let hasCycles: Bool
  private let hasEvictions: Bool
  private var random: SeededGenerator
  private var watches: [Int: [QueryWatch]] = [:]
  private var callers: [Task<Void, Never>] = []
  private(set) var history: [String] = []
  private var faults: [String] = []

  init(seed: Int, hasCycles: Bool) {
    let service = service
    var limits = QueryLimits()
    hasEvictions = seed % 3 == 0
    limits.entries = hasEvictions ? 5 : 100
    cache = QueryCache(
      limits: limits,
      clock: clock,
      environment: .controlled(clock: clock).changing { $0.nodes = service }
    )
    random = SeededGenerator(seed: seed)
    self.hasCycles = hasCycles
    for index in Self.ids.indices { link(index) }
  }

  private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private func link(_ index: Int) {
    let others = hasCycles ? Self.ids : Array(Self.ids.dropFirst(index + 1))
    let count = number(0..<(hasCycles ? 2 : 4))
    let dependencies = Array(others.shuffled(using: &random).prefix(count))
    let isOptional = number(0..<4) == 0
    history.append("link \(Self.ids[index]) to \(dependencies) \(isOptional ? "optionally" : "")")
    service.link(Self.ids[index], to: dependencies, isOptional: isOptional)
  }

  private func resource(_ id: Int) -> Resource<Node> { cache.resource(of: NodeQuery(id: id)) }

  /// Performs the steps, and returns the rules that they break.
  func faults(ofSteps count: Int) async -> [String] {
    for _ in 0..<count {
      await step()
      if number(0..<3) > 0 { await settle() }
    }
    await finish()
    faults += check()
    watches = [:]
    await clock.advance(by: .seconds(1_000))
    await settle()
    if cache.count > 0 { faults.append("\(cache.count) entries are left") }
    let links = cache.dependencies.links
    if !links.isEmpty || links.count > 0 { faults.append("links are left") }
    return faults.isEmpty ? [] : faults + history
  }

  private func step() async {
    let index = number(0..<Self.ids.count)
    let id = Self.ids[index]
    let query = NodeQuery(id: id)
    switch number(0..<20) {
    case 0, 1, 2:
      history.append("watch \(id)")
      watches[id, default: []].append(cache.watch(query) { _ in })
    case 3:
      history.append("unwatch \(id)")
      _ = watches[id]?.popLast()
    case 4, 5:
      let isReload = number(0..<2) == 0
      history.append("\(isReload ? "reload" : "value") \(id)")
      // Without the report of a cycle.
      let (requests, key) = (cache.requests, QueryKey(query))
      let options = RequestOptions(query.options)
      callers.append(
        Task {
          if isReload {
            _ = try? await requests.reload(key, options)
          } else {
            _ = try? await requests.value(of: key, options)
          }
        }
      )
    case 6:
      history.append("cancel a caller")
      callers.randomElement(using: &random)?.cancel()
    case 7, 8:
      history.append("set \(id)")
      cache.set(Node(id: id, version: number(0..<3)), for: query)
    case 9, 10:
      history.append("change \(id)")
      service.change(id)
      let dependents = dependents(of: id)
      let isInMemory = cache.requests[QueryKey(query)] != nil
      if number(0..<2) == 0 { cache.invalidate(query) } else { cache.invalidate([.node(id)]) }
      if !isInMemory {
        for dependent in dependents
        where !resource(dependent).isInvalidated && !resource(dependent).isLoading {
          faults.append("an invalidation of \(id), which has ended, doesn't reach \(dependent)")
        }
      }
    case 11:
      history.append("remove \(id)")
      cache.remove(query)
    case 12: link(index)
    case 13:
      history.append("hold \(id)")
      service.hold(id)
    case 14, 15:
      guard let open = service.open.randomElement(using: &random) else { return }
      history.append("answer \(open)")
      service.answer(open)
    case 16:
      let isFailing = number(0..<2) == 0
      history.append("\(id) fails: \(isFailing)")
      service.fail(id, isFailing)
    case 17:
      var events: [QueryEvent] = [.active, .inactive, .online, .offline]
      if hasEvictions { events.append(.memoryPressure) }
      guard let event = events.randomElement(using: &random) else { return }
      history.append("\(event)")
      cache.receive(event)
    case 18:
      await write(id, isExpected: number(0..<2) == 0)
    default:
      history.append("pass")
      await clock.advance(by: .milliseconds(5_030))
    }
  }

  /// A write that the server has answered at once, and that changes a node before or after the answer.
  private struct Write: QueryMutation {
    let query: NodeQuery
    let isExpected: Bool

    func send(in context: MutationContext) async throws {}
    func change(_ patch: inout QueryPatch) { if isExpected { update(&patch) } }
    func receive(_ answer: Void, _ patch: inout QueryPatch) { if !isExpected { update(&patch) } }
    private func update(_ patch: inout QueryPatch) { patch.update(query) { $0.version += 100 } }
  }

  private func write(_ id: Int, isExpected: Bool) async {
    history.append("write \(id)\(isExpected ? " as expected" : "")")
    let query = NodeQuery(id: id)
    let dependents = dependents(of: id)
    let counts = dependents.map(service.count)
    let isInMemory = cache.requests[QueryKey(query)] != nil
    _ = try? await cache.perform(Write(query: query, isExpected: isExpected))
    if isInMemory { return }
    for (dependent, count) in zip(dependents, counts)
    where !resource(dependent).isInvalidated && !resource(dependent).isLoading
      && service.count(dependent) == count
    {
      faults.append("a write to \(id), which has ended, doesn't reach \(dependent)")
    }
  }

  /// Returns the watched nodes whose content contains a node.
  private func dependents(of id: Int) -> [Int] {
    Self.ids.filter { dependent in
      watches[dependent]?.isEmpty == false
        && resource(dependent).value?.parts.contains { $0.id == id } == true
    }
  }

  /// Lets all loads end.
  private func finish() async {
    for id in Self.ids { service.fail(id, false) }
    cache.receive(.online)
    cache.receive(.active)
    for _ in 0..<20 {
      await settle()
      while let open = service.open.first {
        service.answer(open)
        await settle()
      }
      await clock.advance(by: .milliseconds(5_030))
    }
    await settle()
    for caller in callers { await caller.value }
  }

  private func check() -> [String] {
    var faults: [String] = []
    for id in Self.ids {
      let resource = resource(id)
      let isWatched = watches[id]?.isEmpty == false
      if resource.isLoading { faults.append("\(id) is loading") }
      guard let node = resource.value, !resource.isInvalidated else {
        if isWatched, resource.error == nil { faults.append("\(id) is stale") }
        continue
      }
      for part in node.parts {
        let current = self.resource(part.id)
        // A load for one dependent doesn't reach the others after an eviction.
        if let value = current.value, value != part, !hasEvictions {
          faults.append("\(id) has used another content of \(part.id)")
        }
        if isWatched, current.isInvalidated, current.error == nil {
          faults.append("\(id) doesn't load although \(part.id) is stale")
        }
      }
    }
    return faults
  }
}
