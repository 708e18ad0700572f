import ScreenStateKit
import Testing

@testable import LexiconCore

@MainActor
struct WordListStateTests {
  private let state = WordListState()
  private let error = DisplayableError(message: "broken")

  private var words: [String] { state.snapshot.entries.map(\.word) }

  private func load(_ count: Int, of total: Int) {
    state.accept(.sample(from: 0, count: count, of: total), for: state.startOver())
  }

  @Test func itBeginsAsASkeleton() {
    #expect(state.snapshot.isPlaceholder)
    #expect(!state.canShowLoadmore)
  }

  @Test func firstPageReplacesTheListTheNextOneExtendsIt() throws {
    load(2, of: 3)
    #expect(state.canShowLoadmore)
    let ticket = try #require(state.startLoadingMore())
    #expect(state.isLoadingMore)
    state.accept(.sample(from: 2, count: 1, of: 3), for: ticket)
    #expect(words == ["word 0", "word 1", "word 2"])
    #expect(state.snapshot.total == 3)
    #expect(!state.isLoadingMore)
    #expect(state.didLoadAllData)
    #expect(!state.canShowLoadmore)
  }

  @Test func startingOverKeepsTheWordsAndShowsASkeletonWhereThereAreNone() {
    load(2, of: 2)
    _ = state.startOver()
    #expect(words.count == 2)
    load(0, of: 0)
    #expect(state.snapshot == .empty)
    _ = state.startOver()
    #expect(state.snapshot.isPlaceholder)
  }

  @Test func firstPageThatDoesNotComeLeavesAnEmptyListNotASkeleton() {
    #expect(state.fail(state.startOver(), with: error))
    #expect(state.snapshot == .empty)
    #expect(state.displayError == error)
  }

  @Test func nextPageThatDoesNotComeKeepsTheListAndHidesTheIndicator() throws {
    load(2, of: 3)
    let ticket = try #require(state.startLoadingMore())
    #expect(state.fail(ticket, with: error))
    #expect(words.count == 2)
    #expect(!state.isLoadingMore)
    #expect(!state.canShowLoadmore)
    #expect(!state.didLoadAllData)
    #expect(state.startLoadingMore() != nil)
    #expect(state.canShowLoadmore)
  }

  @Test func pageClearsTheErrorOfTheOneBefore() throws {
    load(2, of: 3)
    #expect(state.fail(try #require(state.startLoadingMore()), with: error))
    state.accept(.sample(from: 2, count: 1, of: 3), for: try #require(state.startLoadingMore()))
    #expect(state.displayError == nil)
  }

  @Test func whatComesLateAfterANewStartChangesNothing() throws {
    load(2, of: 5)
    let old = try #require(state.startLoadingMore())
    let new = state.startOver()
    #expect(!state.isLoadingMore)
    state.accept(.sample("old", from: 2, count: 2, of: 5), for: old)
    #expect(!state.fail(old, with: error))
    #expect(words.count == 2)
    #expect(state.displayError == nil)
    state.accept(.sample("new", from: 0, count: 2, of: 5), for: new)
    state.accept(.sample("old", from: 2, count: 2, of: 5), for: old)
    #expect(words == ["new 0", "new 1"])
  }
}
