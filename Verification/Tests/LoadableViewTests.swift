import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct LoadableViewTests {
  private struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
    var recoverySuggestion: String? { "Go outside." }
  }

  private let error = DisplayableError(error: Offline())

  private func host(
    _ loadable: Loadable<[String]>,
    retry: AsyncActionVoid? = nil
  ) -> ViewHost {
    ViewHost(
      LoadableView(loadable, retry: retry) { words in
        ForEach(words, id: \.self) { Text($0) }
      }
    )
  }

  @Test(arguments: [Loadable<[String]>.idle, .loading(previous: nil)])
  func indicatorIsShownUntilThereIsSomething(loadable: Loadable<[String]>) {
    let host = host(loadable)

    #expect(host.node(.progress) != nil)
    #expect(host.texts.isEmpty)
  }

  @Test(arguments: [Loadable.loaded(["one"]), .loading(previous: ["one"])])
  func valueIsShown(loadable: Loadable<[String]>) {
    let host = host(loadable)

    #expect(host.texts == ["one"])
    #expect(host.node(.progress) == nil)
  }

  @Test func thatThereIsNothingIsShown() {
    #expect(host(.empty).node(.unavailable, "Nothing Here") != nil)
  }

  @Test func viewForNothingCanBeGiven() {
    let host = ViewHost(
      LoadableView(Loadable<[String]>.empty) { _ in
        Text("words")
      } empty: {
        Text("No words yet")
      }
    )

    #expect(host.texts == ["No words yet"])
  }

  @Test func failureIsShownInPlaceOfTheContent() {
    let host = host(.failed(error, previous: nil, retry: nil))

    #expect(host.node(.unavailable, "You are offline") != nil)
    #expect(host.texts == ["You are offline", "Go outside."])
    #expect(host.nodes(.button).isEmpty)
  }

  @Test(arguments: [nil, ["one"]])
  func failureCanBeTriedAgain(previous: [String]?) async throws {
    let (retries, continuation) = AsyncStream<Void>.makeStream()
    let host = host(
      .failed(error, previous: previous, retry: AsyncActionVoid { continuation.yield() })
    )

    try host.tap("Try Again")

    #expect(await retries.firstElement() != nil)
  }

  @Test func retryOfTheViewIsForFailuresWithoutOne() async throws {
    let (retries, continuation) = AsyncStream<Void>.makeStream()
    let host = host(
      .failed(error, previous: nil, retry: nil),
      retry: AsyncActionVoid { continuation.yield() }
    )

    try host.tap("Try Again")

    #expect(await retries.firstElement() != nil)
  }

  @Test func failureLeavesTheContentFromBefore() {
    let host = host(.failed(error, previous: ["one"], retry: nil))

    #expect(host.texts == ["one", "You are offline"])
  }

  @Test func listOfAPagerIsShown() {
    var pager = Pager<Word, Int>()
    let request = pager.refresh()
    pager.receive(.init(items: [Word(id: "one")], next: nil), for: request)
    let host = ViewHost(
      LoadableView(pager.content) { words in
        ForEach(words) { Text($0.id) }
      }
    )

    #expect(host.texts == ["one"])
  }
}
