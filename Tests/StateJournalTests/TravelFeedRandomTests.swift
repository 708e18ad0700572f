import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal
@testable import StateRecord

/// Compares a screen that loads resources and pages while it travels with a twin that never travels.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20))) struct TravelFeedRandomTests {
  private struct Failure: Error, Equatable, CustomStringConvertible {
    let number: Int
    var description: String { "failure \(number)" }
  }

  private struct Values: Equatable {
    let news: [Int]?
    let newsAreLoading: Bool
    let newsHaveFailed: Bool
    let likes: Int
    let rows: [Int]
    let pages: String
    let count: Int
    let isLoading: Bool
    let error: String?

    @MainActor
    init(_ feed: Feed) {
      news = feed.news.value
      newsAreLoading = feed.news.isLoading
      newsHaveFailed = feed.news.error != nil
      likes = feed.likes
      rows = feed.items.map(\.id)
      pages = "\(feed.pager.isLoading) \(feed.canShowLoadmore) \(feed.didLoadAllData)"
      count = feed.count
      isLoading = feed.isLoading
      error = feed.displayError?.message
    }
  }

  /// The result that both feeds wait for.
  private enum Outcome: Sendable {
    case success(Int)
    case failure(Int)

    var number: Int {
      get throws {
        switch self {
        case .success(let number): return number
        case .failure(let number): throw Failure(number: number)
        }
      }
    }
  }

  private struct Work {
    let gate = Gate()
    let outcome = LockIsolated<Outcome?>(nil)
    let isStubborn: Bool
    var tasks: [Task<Void, Never>] = []

    func wait() async throws -> Int {
      if isStubborn { await gate.passStubbornly() } else { try await gate.pass() }
      return try outcome.value?.number ?? 0
    }
  }

  @MainActor
  private final class Run {
    let journal = Journal()
    let real = Feed()
    let twin = Feed()
    private var random: SeededGenerator
    private var works: [Work] = []
    private var lastNumber = 0
    /// The values at the ends of entries.
    private var places: [(number: Int, values: Values)] = []
    private(set) var shown: Values?

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
      journal.record(real)
      note()
    }

    private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func makeNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    private func note() {
      if shown == nil { places.append((journal.entries.last?.number ?? 0, Values(real))) }
    }

    /// - Returns: A description of the step.
    func step() async -> String {
      let text = doSomething()
      await settle()
      note()
      return text
    }

    private func doSomething() -> String {
      switch below(20) {
      case 0, 1:
        return start("news") { feed, work in
          try await feed.load(\.news) { [try await work.wait()] }
        }
      case 2:
        return start("first page") { feed, work in
          try await feed.loadFirstPage { _ in try await Self.page(work) }
        }
      case 3, 4:
        return start("next page") { feed, work in
          try await feed.loadNextPage { _ in try await Self.page(work) }
        }
      case 5, 6: return start("like", Self.like)
      case 7..<11: return end()
      case 11: return cancel()
      case 12:
        let number = makeNumber()
        for feed in [real, twin] { feed.updateState { $0.count += number } }
        return "add \(number)"
      case 13:
        for feed in [real, twin] { feed.loadingStarted() }
        return "loading"
      case 14:
        for feed in [real, twin] { feed.loadingFinished() }
        return "loaded"
      case 15:
        let error = DisplayableError(message: "\(makeNumber())")
        for feed in [real, twin] { feed.showError(error) }
        return "error \(error.message)"
      case 16, 17: return travel()
      default: return resume()
      }
    }

    private static func page(_ work: Work) async throws -> Feed.Page {
      let number = try await work.wait()
      return Feed.Page(items: [Feed.Row(id: number)], next: number)
    }

    private static func like(_ feed: Feed, _ work: Work) async throws {
      feed.updateState { $0.likes += 1 }
      do {
        _ = try await work.wait()
      } catch {
        feed.updateState { $0.likes -= 1 }
      }
    }

    private func start(
      _ name: String,
      _ body: @escaping @MainActor (Feed, Work) async throws -> Void
    ) -> String {
      var work = Work(isStubborn: below(3) == 0)
      work.tasks = [real, twin].map { [work] feed in Task { try? await body(feed, work) } }
      works.append(work)
      return "\(name) \(works.count - 1)\(work.isStubborn ? "~" : "")"
    }

    private func end() -> String {
      let open = works.indices.filter { !works[$0].gate.isOpen }
      guard let index = open.randomElement(using: &random) else { return "nothing" }
      works[index].outcome.setValue(below(4) == 0 ? .failure(makeNumber()) : .success(makeNumber()))
      works[index].gate.open()
      return "end \(index)"
    }

    private func cancel() -> String {
      guard let index = works.indices.randomElement(using: &random) else { return "nothing" }
      for task in works[index].tasks { task.cancel() }
      return "cancel \(index)"
    }

    private func travel() -> String {
      guard let place = places.randomElement(using: &random) else { return "nothing" }
      if journal.travel(to: place.number) { shown = place.values }
      return "travel to \(place.number)"
    }

    private func resume() -> String {
      journal.resume()
      shown = nil
      return "resume"
    }

    func finish() async {
      _ = resume()
      for index in works.indices where !works[index].gate.isOpen {
        works[index].outcome.setValue(.success(makeNumber()))
        works[index].gate.open()
      }
      await settle()
    }

    func difference() -> String? {
      let (values, expected) = (Values(real), shown ?? Values(twin))
      return values == expected ? nil : "\(values)\nnot\n\(expected)"
    }
  }

  @Test(.notRepeated, arguments: 0..<5)
  func thePresentIsThatOfATwin(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      guard try await simulate({ await Self.run(seed: seed) }) else { return }
    }
  }

  private static func run(seed: Int) async -> Bool {
    let run = Run(seed: seed)
    var steps: [String] = []
    for _ in 0..<30 {
      steps.append(await run.step())
      let difference = run.difference()
      #expect(difference == nil, "seed \(seed): \(steps)")
      if difference != nil { return false }
    }
    await run.finish()
    let difference = run.difference()
    #expect(difference == nil, "seed \(seed), at the end: \(steps)")
    #expect(!run.real.news.isLoading && !run.real.pager.isLoading, "seed \(seed)")
    run.journal.stopRecording()
    return difference == nil
  }
}
