import ScreenStateKit
import StateQueries
import SwiftUI
import Testing

@MainActor
struct QueryEventsTests {
  private struct Number: ResourceQuery {
    let loads: Counter
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.loads === rhs.loads }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(loads)) }
    func load(in context: QueryContext) async throws -> Int { await loads.next() }
  }

  @MainActor
  private final class Counter {
    var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }

  @Observable @MainActor
  final class Phase {
    var value = ScenePhase.active
  }

  private struct Root: View {
    let phase: Phase
    let queries: QueryCache

    var body: some View {
      Text("Root").queryEvents(queries).environment(\.scenePhase, phase.value)
    }
  }

  private let phase = Phase()
  private let queries = QueryCache()
  private let host: ViewHost

  init() {
    host = ViewHost(Root(phase: phase, queries: queries))
  }

  /// Invalidates watched content, and returns whether it loads again.
  private func loadsAfterAnInvalidation(in phase: ScenePhase) async throws -> Bool {
    self.phase.value = phase
    host.update()
    let query = Number(loads: Counter())
    let watch = queries.watch(query) { _ in }
    _ = try await queries.value(of: query)
    queries.invalidate(query)
    let isLoading = queries.resource(of: query).isLoading
    watch.cancel()
    return isLoading
  }

  @Test func aCacheIsInactiveWhileTheSceneIsInTheBackground() async throws {
    #expect(try await loadsAfterAnInvalidation(in: .active))
    #expect(try await !loadsAfterAnInvalidation(in: .background))
    #expect(try await !loadsAfterAnInvalidation(in: .inactive))
    #expect(try await loadsAfterAnInvalidation(in: .active))
    #expect(try await loadsAfterAnInvalidation(in: .inactive))
  }
}
