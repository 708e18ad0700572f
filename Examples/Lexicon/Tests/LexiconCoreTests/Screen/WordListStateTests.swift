import ScreenStateKit
import Testing

@testable import LexiconCore

@MainActor
struct WordListStateTests {
  private let state = WordListState()
  private let error = DisplayableError(message: "broken")

  private func receive(_ range: Range<Int>, of total: Int, for request: WordListState.Request) {
    let next = range.upperBound < total ? range.upperBound : nil
    let words = range.map { WordEntry.sample("word \($0)") }
    state.total = total
    state.pager.receive(.init(items: words, next: next), for: request)
  }

  @Test func itBeginsAsASkeleton() {
    #expect(state.snapshot.isPlaceholder)
    #expect(!state.canShowLoadmore)
  }

  @Test func itShowsThePagesAndHowManyWordsThereAre() throws {
    receive(0..<2, of: 3, for: state.pager.refresh())
    #expect(state.snapshot.entries.map(\.word) == ["word 0", "word 1"])
    #expect(state.snapshot.total == 3)
    #expect(state.canShowLoadmore)
    let asked = state.pager.next()
    let next = try #require(asked)
    #expect(state.isLoadingMore)
    receive(2..<3, of: 3, for: next)
    #expect(state.snapshot.entries.map(\.word) == ["word 0", "word 1", "word 2"])
    #expect(!state.isLoadingMore)
    #expect(!state.canShowLoadmore)
    #expect(state.didLoadAllData)
  }

  @Test func startingOverKeepsTheWordsAndShowsASkeletonWhereThereAreNone() {
    receive(0..<2, of: 2, for: state.pager.refresh())
    _ = state.pager.refresh()
    #expect(state.snapshot.entries.count == 2)
    #expect(!state.isLoadingMore)
    receive(0..<0, of: 0, for: state.pager.refresh())
    #expect(state.snapshot == .empty)
    _ = state.pager.refresh()
    #expect(state.snapshot.isPlaceholder)
  }

  @Test func firstPageThatDoesNotComeLeavesAnEmptyListNotASkeleton() {
    state.pager.fail(error, for: state.pager.refresh())
    #expect(state.snapshot == .empty)
    #expect(!state.nextPageFailed)
  }

  @Test func nextPageThatDoesNotComeKeepsTheListAndHidesTheIndicator() throws {
    receive(0..<2, of: 3, for: state.pager.refresh())
    let asked = state.pager.next()
    state.pager.fail(error, for: try #require(asked))
    #expect(state.snapshot.entries.count == 2)
    #expect(state.nextPageFailed)
    #expect(!state.isLoadingMore)
    #expect(!state.canShowLoadmore)
    #expect(!state.didLoadAllData)
    let again = state.pager.retry()
    #expect(again != nil)
    #expect(!state.nextPageFailed)
    #expect(state.canShowLoadmore)
  }
}
