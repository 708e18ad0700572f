import Foundation
import ScreenStateKit
import Testing

@Suite struct LoadableCodableTests {
  private func json(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  private func decoded<Value: Codable>(_ value: Loadable<Value>) throws -> Loadable<Value> {
    try JSONDecoder().decode(Loadable<Value>.self, from: try json(value))
  }

  @Test(
    arguments: [
      .idle, .empty, .loaded([1, 2]), .loading(previous: nil), .loading(previous: [1]),
      .loading(previous: nil, after: .empty),
    ] as [Loadable<[Int]>]
  )
  func whatHasNoErrorIsTheSame(_ value: Loadable<[Int]>) throws {
    #expect(try decoded(value) == value)
  }

  @Test func anErrorHasItsMessageAndNothingLoadsAgain() throws {
    let error = DisplayableError(message: "Offline")
    let retry = AsyncActionVoid {}
    let failed = try decoded(Loadable.failed(error, previous: [1], retry: retry))
    #expect(failed.error?.message == "Offline")
    #expect(failed.value == [1])
    #expect(failed.retry == nil)
    var loading = try decoded(
      Loadable<[Int]>.loading(previous: [2], after: .failure(error, retry: retry))
    )
    #expect(loading.isLoading)
    loading.cancel()
    #expect(loading.error?.message == "Offline")
    #expect(loading.value == [2])
  }

  @Test func aValueThatIsNothingIsLoaded() throws {
    #expect(try decoded(Loadable<Int?>.loaded(nil)) == .loaded(nil))
    #expect(try decoded(Loadable<Int?>.loaded(3)) == .loaded(3))
  }

  @Test(arguments: [
    "{}", "{\"phase\":\"loaded\"}", "{\"phase\":\"failed\"}", "{\"phase\":\"other\"}",
    "{\"phase\":\"loaded\",\"value\":\"text\"}",
  ])
  func damagedDataIsAnError(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Loadable<Int>.self, from: Data(json.utf8))
    }
  }
}
