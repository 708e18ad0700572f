import Testing

@testable import ScreenStateKit

struct LoadablePresentationTests {
  private let error = DisplayableError(message: "No network")
  private let retry = AsyncActionVoid {}

  private func presentation(
    of loadable: Loadable<[Int]>,
    retry: AsyncActionVoid? = nil
  ) -> LoadablePresentation<[Int]> {
    LoadablePresentation(loadable, retry: retry)
  }

  @Test(arguments: [Loadable<[Int]>.idle, .loading(previous: nil)])
  func beforeThereIsAnythingProgressIsShown(loadable: Loadable<[Int]>) {
    #expect(presentation(of: loadable) == .progress)
  }

  @Test(arguments: [Loadable.loaded([1]), .loading(previous: [1])])
  func aValueIsShownAlsoWhileItLoadsAgain(loadable: Loadable<[Int]>) {
    #expect(presentation(of: loadable) == .content([1], failure: nil))
  }

  @Test func nothingIsShownAsSuch() {
    #expect(presentation(of: .empty) == .empty)
  }

  @Test func emptyContentStaysWhileItLoadsAgain() {
    #expect(presentation(of: .loading(previous: nil, after: .empty)) == .empty)
    var names = Loadable<[Int]>([])
    names.start()
    #expect(presentation(of: names) == .empty)
  }

  @Test func anEmptyListStaysWhileItLoadsAgain() {
    var pager = Pager<Word, Int>()
    let first = pager.refresh()
    #expect(LoadablePresentation(pager.content, retry: nil) == .progress)
    pager.receive(.init(items: [], next: nil), for: first)
    _ = pager.refresh(keepingItems: true)
    #expect(LoadablePresentation(pager.content, retry: nil) == .empty)
  }

  @Test func aFailureWithoutAValueReplacesTheContent() {
    #expect(
      presentation(of: .failed(error, previous: nil, retry: retry))
        == .failure(LoadFailure(error: error, retry: retry))
    )
  }

  @Test func aFailureLeavesTheValueFromBefore() {
    #expect(
      presentation(of: .failed(error, previous: [1], retry: retry))
        == .content([1], failure: LoadFailure(error: error, retry: retry))
    )
  }

  @Test func theRetryOfTheFailureComesBeforeTheOneOfTheView() {
    #expect(
      presentation(of: .failed(error, previous: nil, retry: retry), retry: AsyncActionVoid {})
        == .failure(LoadFailure(error: error, retry: retry))
    )
  }

  @Test func aFailureThatBringsNoRetryGetsTheOneOfTheView() {
    #expect(
      presentation(of: .failed(error, previous: nil, retry: nil), retry: retry)
        == .failure(LoadFailure(error: error, retry: retry))
    )
  }
}
