import Testing

@testable import ScreenStateKit

struct PagerFooterPresentationTests {
  private typealias Phase = Pager<Word, Int>.Phase

  private static let error = DisplayableError(message: "No network")

  @Test(arguments: [Phase.ready, .loadingNext])
  private func whereThereIsANextPageProgressIsShown(phase: Phase) {
    #expect(PagerFooterPresentation(phase) == .progress)
  }

  @Test(arguments: [Phase.idle, .loadingFirst, .empty, .exhausted, .failed(page: 1, error)])
  private func whereTheListSaysEverythingThereIsNoFooter(phase: Phase) {
    #expect(PagerFooterPresentation(phase) == .hidden)
  }

  @Test func aLaterPageThatFailedIsShown() {
    #expect(
      PagerFooterPresentation(Phase.failed(page: 2, Self.error)) == .failure(Self.error)
    )
  }

  @Test(
    arguments: [
      Phase.idle, .loadingFirst, .loadingNext, .empty, .exhausted, .failed(page: 2, error),
    ]
  )
  private func aPageIsWantedOnlyWhenThereIsOneAndNoneIsLoading(phase: Phase) {
    #expect(PagerFooterPresentation.wantedPage(phase) == nil)
  }

  @Test func nextPageIsWanted() {
    #expect(PagerFooterPresentation.wantedPage(Phase.ready) != nil)
  }

  // MARK: Previous pages

  @Test func previousPageIsShown() {
    typealias Previous = Pager<Word, Int>.PreviousPhase
    #expect(PagerFooterPresentation(Previous.ready) == .progress)
    #expect(PagerFooterPresentation(Previous.loading) == .progress)
    #expect(PagerFooterPresentation(Previous.none) == .hidden)
    #expect(PagerFooterPresentation(Previous.failed(Self.error)) == .failure(Self.error))
  }

  @Test func aPageIsWantedAtEachEndUnlessOneIsLoading() throws {
    var pager = Pager<Word, Int>()
    expectWants(pager, next: false, previous: false)
    pager.receive(.init(items: words(1), next: 2, previous: 0), for: pager.refresh())
    expectWants(pager, next: true, previous: true)
    let given = try require(pager.next())
    expectWants(pager, next: false, previous: false)
    pager.cancel(given)
    let previous = try require(pager.previous())
    expectWants(pager, next: false, previous: false)
    pager.fail(Self.error, for: previous)
    expectWants(pager, next: true, previous: false)
    let next = try require(pager.next())
    expectWants(pager, next: false, previous: false)
    pager.receive(.init(items: words(2), next: nil), for: next)
    expectWants(pager, next: false, previous: false)
  }

  private func expectWants(
    _ pager: Pager<Word, Int>,
    next: Bool,
    previous: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      (PagerFooterPresentation.wantedNextPage(pager) != nil) == next,
      sourceLocation: sourceLocation
    )
    #expect(
      (PagerFooterPresentation.wantedPreviousPage(pager) != nil) == previous,
      sourceLocation: sourceLocation
    )
  }
}
