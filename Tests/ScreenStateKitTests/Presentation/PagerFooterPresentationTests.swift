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

  @Test func aLaterPageThatFailedIsTold() {
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
    #expect(!PagerFooterPresentation.wantsPage(phase))
  }

  @Test func nextPageIsWanted() {
    #expect(PagerFooterPresentation.wantsPage(Phase.ready))
  }
}
