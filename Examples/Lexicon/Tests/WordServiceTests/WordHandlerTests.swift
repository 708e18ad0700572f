import FlyingFox
import Foundation
import Testing

@testable import WordService

struct WordHandlerTests {
  private let clock = InstantClock()

  private func handler(latency: Duration = .zero, faults: FaultPlan = .none) -> WordHandler {
    WordHandler(library: .sample, latency: latency, faults: faults, clock: clock)
  }

  private func get(
    _ path: String,
    _ items: [HTTPRequest.QueryItem] = [],
    from handler: WordHandler
  ) async throws -> HTTPResponse {
    try await handler.handleRequest(
      HTTPRequest(
        method: .GET,
        version: .http11,
        path: path,
        query: items,
        headers: [:],
        body: Data()
      )
    )
  }

  @Test func itAnswersWithThePageAsJSON() async throws {
    let items = [HTTPRequest.QueryItem(name: "limit", value: "2")]
    let response = try await get("/words", items, from: handler())
    #expect(response.statusCode == .ok)
    #expect(response.headers[.contentType] == "application/json")
    let body = try JSONDecoder().decode(Answer.self, from: await response.bodyData)
    #expect(body.words.map(\.word) == ["apple", "apply"])
    #expect(body.offset == 0)
    #expect(body.total == 3)
  }

  @Test func itAnswersASearch() async throws {
    let items = [HTTPRequest.QueryItem(name: "query", value: "APP")]
    let response = try await get("/search", items, from: handler())
    #expect(response.statusCode == .ok)
    let body = try JSONDecoder().decode(Answer.self, from: await response.bodyData)
    #expect(body.words.map(\.word) == ["apple", "apply"])
    #expect(body.total == 2)
  }

  @Test func searchForNothingIsTheClientSMistake() async throws {
    let response = try await get("/search", from: handler())
    #expect(response.statusCode == .badRequest)
    #expect(try await response.bodyData == Data("Cannot read query=".utf8))
  }

  @Test(arguments: ["/words/apply", "/words/%61pply"])
  func itAnswersWithOneWord(path: String) async throws {
    let response = try await get(path, from: handler())
    #expect(response.statusCode == .ok)
    #expect(response.headers[.contentType] == "application/json")
    let word = try JSONDecoder().decode(StoredWord.self, from: await response.bodyData)
    #expect(word.word == "apply")
    #expect(word.senses.first?.examples == ["He applied a new Method"])
  }

  @Test func wordThatIsNotThereIsNamed() async throws {
    let response = try await get("/words/pear", from: handler())
    #expect(response.statusCode == .notFound)
    #expect(try await response.bodyData == Data("The word 'pear' doesn't exist".utf8))
  }

  @Test(arguments: ["/", "/verbs", "/verbs/apply", "/words/apply/noun"])
  func anotherPathIsNotHandled(path: String) async {
    await #expect(throws: HTTPUnhandledError.self) {
      try await get(path, from: handler())
    }
  }

  @Test(arguments: ["/search", "/words/apply"])
  func everyPathIsLateAndFailsAsItIsTold(path: String) async throws {
    let items = [HTTPRequest.QueryItem(name: "query", value: "app")]
    let handler = handler(latency: .milliseconds(300), faults: FaultPlan(every: 2))
    _ = try await get("/words", from: handler)
    #expect(try await get(path, items, from: handler).statusCode == .serviceUnavailable)
    #expect(try await get(path, items, from: handler).statusCode == .ok)
    #expect(await clock.recorded() == Array(repeating: .milliseconds(300), count: 3))
  }

  @Test func queryItCannotReadIsTheClientSMistake() async throws {
    let items = [HTTPRequest.QueryItem(name: "limit", value: "many")]
    let response = try await get("/words", items, from: handler())
    #expect(response.statusCode == .badRequest)
    #expect(try await response.bodyData == Data("Cannot read limit=many".utf8))
  }

  @Test func itHoldsEachAnswerBackForTheLatency() async throws {
    let handler = handler(latency: .milliseconds(300), faults: FaultPlan(every: 2))
    _ = try await get("/words", from: handler)
    _ = try await get("/words", from: handler)
    #expect(await clock.recorded() == [.milliseconds(300), .milliseconds(300)])
  }

  @Test func withoutLatencyItDoesNotWait() async throws {
    _ = try await get("/words", from: handler())
    #expect(await clock.recorded() == [])
  }

  @Test func eachNthRequestFailsAndTheOneAfterItDoesNot() async throws {
    let handler = handler(faults: FaultPlan(every: 2))
    var codes: [Int] = []
    for _ in 1...4 {
      codes.append(try await get("/words", from: handler).statusCode.code)
    }
    #expect(codes == [200, 503, 200, 503])
  }

  @Test func truncatedJSONIsSentAsAGoodAnswer() async throws {
    let handler = handler(faults: FaultPlan(every: 1, fault: .truncated))
    let response = try await get("/words", from: handler)
    #expect(response.statusCode == .ok)
    let body = try await response.bodyData
    #expect(!body.isEmpty)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Answer.self, from: body) }
  }

  @Test func silenceOutlastsEveryClient() async throws {
    let handler = handler(faults: FaultPlan(every: 1, fault: .silence))
    _ = try await get("/words", from: handler)
    #expect(await clock.recorded() == [.seconds(24 * 60 * 60)])
  }

  private struct Answer: Decodable {
    let offset: Int
    let total: Int
    let words: [StoredWord]
  }
}
