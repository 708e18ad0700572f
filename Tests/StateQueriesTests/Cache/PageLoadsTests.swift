import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// Random programs of a list, compared with the reference.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct PageLoadsTests {
  private static func faults(seed: Int) async -> [String] {
    var random = SeededGenerator(seed: seed)
    let clock = TestClock()
    let service = ListService()
    let cache = QueryCache(
      clock: clock,
      environment: .controlled(clock: clock).changing { $0.lists = service }
    )
    let query = ListQuery(staleAfter: nil)
    var model = PageModel()
    var seen = cache.resource(of: query)
    let watch = cache.watch(query) { seen = $0 }
    model.start(isWhole: true)
    var history: [String] = []
    for _ in 0..<40 {
      await settle()
      var step = "answer"
      switch Int.random(in: 0..<14, using: &random) {
      case 0..<5:
        service.answer()
        model.answer()
      case 5, 6:
        step = "fail"
        service.answer(isFailing: true)
        model.fail()
      case 7, 8, 9:
        step = "next"
        Task.immediate { _ = try? await cache.loadNextPage(of: query) }
        model.next()
      case 10:
        step = "reload"
        Task.immediate { _ = try? await cache.reload(query) }
        model.reload()
      case 11:
        step = "invalidate"
        cache.invalidate(query)
        model.invalidate()
      case 12:
        service.count = Int.random(in: 0..<10, using: &random)
        model.count = service.count
        step = "the server has \(service.count)"
      default:
        step = "pass"
        await clock.advance(by: .milliseconds(5_030))
        model.retry()
      }
      history.append(step)
      await settle()
      if let fault = difference(cache.resource(of: query), service, model) {
        return ["seed \(seed): \(fault)"] + history
      }
      if seen.value?.phase != cache.resource(of: query).value?.phase {
        return ["seed \(seed): a phase wasn't published"] + history
      }
    }
    watch.cancel()
    for _ in 0..<3 {
      await clock.advance(by: .milliseconds(5_030))
      await settle()
      while !service.open.isEmpty {
        service.answer()
        await settle()
      }
    }
    await clock.advance(by: .seconds(400))
    await settle()
    return cache.count == 0 && cache.pageLoads.pages.isEmpty ? [] : ["entries are left"]
  }

  private static func difference(
    _ list: Resource<Pager<ListItem, Int>>,
    _ service: ListService,
    _ model: PageModel
  ) -> String? {
    let ids = model.shown?.flatMap(\.ids)
    let versions = model.shown?.flatMap { page in page.ids.map { _ in page.version } }
    if service.calls != model.calls { return "calls \(service.calls), expected \(model.calls)" }
    if list.value?.items.map(\.id) != ids {
      return "shows \(list.value?.items.map(\.id) ?? []), expected \(ids ?? [])"
    }
    if list.value?.items.map(\.version) != versions { return "shows other pages" }
    if list.isLoading != (model.load != nil) { return "loads: \(list.isLoading)" }
    if !list.isLoading, (list.error != nil) != model.hasError { return "the error" }
    return nil
  }

  @Test(.notRepeated, arguments: 0..<4) func listsBehaveLikeTheReference(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      let faults = try await simulate(seed: seed) { await Self.faults(seed: seed) }
      #expect(faults.isEmpty)
      if !faults.isEmpty { return }
    }
  }
}
