import Foundation
import LexiconCore
import Testing
import WordService

/// Uses the real service over a real connection.
struct HTTPWordProviderTests {
  private func withServer(
    _ faults: FaultPlan = .none,
    timeout: Double = 60,
    _ body: (HTTPWordProvider, URL) async throws -> Void
  ) async throws {
    var configuration = WordServer.Configuration()
    configuration.faults = faults
    let server = WordServer(configuration: configuration) { try await WordServer.words.value }
    let url = try await server.start()
    try await body(HTTPWordProvider(timeout: timeout) { url }, url)
    await server.stop()
  }

  private func reason(
    _ provider: HTTPWordProvider,
    at url: URL
  ) async throws -> WordProviderError.Reason? {
    let error = await #expect(throws: WordProviderError.self) {
      try await provider.page(of: WordFilter(), offset: 0, limit: 2)
    }
    #expect(error?.url.absoluteString == "\(url.absoluteString)/words?offset=0&limit=2")
    return error?.reason
  }

  @Test func itLoadsOnePageAfterTheOther() async throws {
    try await withServer { provider, _ in
      let first = try await provider.page(of: WordFilter(), offset: 0, limit: 30)
      let second = try await provider.page(of: WordFilter(), offset: 30, limit: 30)
      #expect(first.words.count == 30)
      #expect(first.total >= 3000)
      #expect(second.offset == 30)
      #expect(first.words.map(\.word).max() ?? "" < second.words.map(\.word).min() ?? "")
      #expect(first.words.allSatisfy { !$0.senses.isEmpty })
    }
  }

  @Test func itAsksForAPrefixAndAText() async throws {
    try await withServer { provider, _ in
      let filter = WordFilter(prefix: "ho", text: "living quarters & more")
      #expect(try await provider.page(of: filter, offset: 0, limit: 20).words.isEmpty)
      let house = WordFilter(prefix: "ho", text: "living quarters")
      let page = try await provider.page(of: house, offset: 0, limit: 20)
      #expect(page.words.map(\.word).contains("house"))
      #expect(page.words.allSatisfy { $0.word.hasPrefix("ho") })
    }
  }

  @Test func itSearchesForAText() async throws {
    try await withServer { provider, _ in
      let page = try await provider.words(matching: "hous", limit: 3)
      #expect(page.words.map(\.word).prefix(2) == ["house", "household"])
      #expect(page.words.count == 3)
      #expect(page.total > 3)
      let none = try await provider.words(matching: "living & quarters? 100%+", limit: 3)
      #expect(none.words.isEmpty)
    }
  }

  @Test func itAsksForOneWord() async throws {
    try await withServer { provider, _ in
      let entry = try await provider.entry(of: "house")
      #expect(entry.word == "house")
      #expect(entry.senses.count > 1)
    }
  }

  @Test(arguments: ["housse", "no such word?", ""])
  func wordThatIsNotThereIsToldWithItsAddress(word: String) async throws {
    try await withServer { provider, url in
      let error = await #expect(throws: WordProviderError.self) {
        try await provider.entry(of: word)
      }
      #expect(error?.url.absoluteString.hasPrefix("\(url.absoluteString)/words/") == true)
    }
  }

  @Test func httpErrorIsToldWithItsStatus() async throws {
    try await withServer(FaultPlan(every: 1)) { provider, url in
      let reason = try await reason(provider, at: url)
      #expect(reason == .status(503))
    }
  }

  @Test func truncatedJSONIsToldAsSuch() async throws {
    try await withServer(FaultPlan(every: 1, fault: .truncated)) { provider, url in
      guard case .unreadable(let detail) = try await reason(provider, at: url) else {
        Issue.record("Truncated JSON was read")
        return
      }
      #expect(detail.hasSuffix("bytes of damaged JSON"))
    }
  }

  @Test func serviceThatDoesNotAnswerIsGivenUp() async throws {
    let silence = FaultPlan(every: 1, fault: .silence)
    try await withServer(silence, timeout: 1) { provider, url in
      let reason = try await reason(provider, at: url)
      #expect(reason == .noAnswer(seconds: 1))
    }
  }

  @Test func serviceThatIsNotThereIsToldAsSuch() async throws {
    let server = try await WordServer.start { try await WordServer.words.value }
    let url = try await server.start()
    await server.stop()
    let provider = HTTPWordProvider(timeout: 60) { url }
    let reason = try await reason(provider, at: url)
    #expect(reason == .unreachable("connection refused"))
  }

  @Test func whatKeepsTheServiceFromStartingIsPassedOn() async throws {
    let provider = HTTPWordProvider { throw CocoaError(.fileNoSuchFile) }
    await #expect(throws: CocoaError.self) {
      try await provider.page(of: WordFilter(), offset: 0, limit: 2)
    }
  }

  @Test func cancelledLoadEndsAsCancelledNotAsAnErrorOfTheService() async throws {
    try await withServer(FaultPlan(every: 1, fault: .silence)) { provider, _ in
      let load = Task { try await provider.page(of: WordFilter(), offset: 0, limit: 2) }
      load.cancel()
      await #expect(throws: CancellationError.self) { try await load.value }
    }
  }
}
