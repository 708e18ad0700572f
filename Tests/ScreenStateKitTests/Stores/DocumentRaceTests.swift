import ScreenStateKit
import Testing

/// Races that the documents' store loses, compared with the same scenario on `ScreenStore`.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct DocumentRaceTests {
  private struct Reported: Equatable {
    var isLoading: Bool
    var error: String?
  }

  // MARK: Search

  @Test func theLaterSearchWins() async {
    await compare(users(1...1, of: "ab"), butDocuments: users(1...1, of: "a")) { screen in
      let slow = screen.send(.search(query: "a"))
      await screen.service.waits(for: .search(query: "a"))
      let fast = screen.send(.search(query: "ab"))
      await screen.service.waits(for: .search(query: "ab"))
      screen.service.answer(.search(query: "ab"), users(1...1, of: "ab"))
      await fast()
      screen.service.answer(.search(query: "a"), users(1...1, of: "a"))
      await slow()
      return screen.users()
    }
  }

  // MARK: Pages

  @Test func theNextPageIsTheOneAfterTheLast() async {
    let first = users(1...20)
    await compare(
      Array(first.dropLast()) + users(21...40),
      butDocuments: first.dropLast() + first
    ) { screen in
      await load(first, on: screen)
      let deletion = screen.send(.deleteUser(id: first[19].id))
      screen.service.answer(.delete(id: first[19].id))
      await deletion()
      screen.service.answer(.users(page: 1), first)
      screen.service.answer(.users(page: 2), users(21...40))
      await screen.send(.loadMore)()
      return screen.users()
    }
  }

  @Test func aPageFromBeforeARefreshDoesNotEndUpInTheNewList() async {
    let new = users(1...20, of: "new")
    await compare(new, butDocuments: users(1...40)) { screen in
      await load(users(1...20), on: screen)
      let more = screen.send(.loadMore)
      await screen.service.waits(for: .users(page: 2))
      let refresh = screen.send(.fetchUsers)
      await screen.service.waits(for: .users(page: 1))
      screen.service.answer(.users(page: 1), new)
      await refresh()
      screen.service.answer(.users(page: 2), users(21...40))
      await more()
      return screen.users()
    }
  }

  @Test func aUserDeletedWhileMoreLoadsDoesNotComeBack() async {
    await compare(Array(users(2...40)), butDocuments: users(1...40)) { screen in
      await load(users(1...20), on: screen)
      let more = screen.send(.loadMore)
      await screen.service.waits(for: .users(page: 2))
      let deletion = screen.send(.deleteUser(id: "user 1"))
      screen.service.answer(.delete(id: "user 1"))
      await deletion()
      screen.service.answer(.users(page: 2), users(21...40))
      await more()
      return screen.users()
    }
  }

  // MARK: Parent and child

  @Test func theErrorOfAReplacedSearchLeavesTheParentAlone() async {
    await compare(
      Reported(isLoading: true),
      butDocuments: Reported(isLoading: false, error: "The service failed")
    ) { screen in
      let slow = screen.send(.search(query: "a"))
      await screen.service.waits(for: .search(query: "a"))
      let fast = screen.send(.search(query: "ab"))
      await screen.service.waits(for: .search(query: "ab"))
      screen.service.answer(.search(query: "ab"), users(1...1, of: "ab"))
      await fast()
      screen.parent.loadingStarted()
      screen.service.fail(.search(query: "a"))
      await slow()
      return reported(by: screen)
    }
  }

  @Test func loadingEndsOnTheStateThatItBeganOn() async {
    await compare(
      Reported(isLoading: false),
      butDocuments: Reported(isLoading: true)
    ) { screen in
      let fetch = screen.send(.fetchUsers)
      await screen.service.waits(for: .users(page: 1))
      await screen.reopen()
      screen.service.answer(.users(page: 1), users(1...20))
      await fetch()
      return reported(by: screen)
    }
  }

  // MARK: Optimistic updates

  @Test func anUpdateThatFailsTakesBackOnlyItself() async {
    let (first, second) = ("user 1", "user 2")
    let left = [User(id: first), User(id: "user 3")]
    await compare(
      left,
      butDocuments: users(1...3),
      on: await .ofDocuments(deletesAtOnce: true),
      and: await .ofToolkitDeletingAtOnce()
    ) { screen in
      await load(users(1...3), on: screen)
      let failing = screen.send(.deleteUser(id: first))
      await screen.service.waits(for: .delete(id: first))
      let succeeding = screen.send(.deleteUser(id: second))
      await screen.service.waits(for: .delete(id: second))
      #expect(screen.users() == users(3...3))
      screen.service.fail(.delete(id: first))
      await failing()
      screen.service.answer(.delete(id: second))
      await succeeding()
      return screen.users()
    }
  }

  // MARK: Helpers

  private func reported(by screen: UserListScreen) -> Reported {
    Reported(isLoading: screen.parent.isLoading, error: screen.parent.displayError?.message)
  }

  private func load(_ users: [User], on screen: UserListScreen) async {
    screen.service.answer(.users(page: 1), users)
    await screen.send(.fetchUsers)()
  }

  /// Runs a scenario on the documents' store, which produces a wrong result, and on the toolkit's.
  private func compare<Outcome: Equatable>(
    _ expected: Outcome,
    butDocuments wrong: Outcome,
    on documents: UserListScreen? = nil,
    and toolkit: UserListScreen? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    scenario: (UserListScreen) async -> Outcome
  ) async {
    var screen = if let documents { documents } else { await UserListScreen.ofDocuments() }
    let outcomeOfDocuments = await scenario(screen)
    withKnownIssue("The documents' store loses this race", sourceLocation: sourceLocation) {
      #expect(outcomeOfDocuments == expected, sourceLocation: sourceLocation)
    }
    #expect(outcomeOfDocuments == wrong, sourceLocation: sourceLocation)
    screen = if let toolkit { toolkit } else { await UserListScreen.ofToolkit() }
    #expect(await scenario(screen) == expected, sourceLocation: sourceLocation)
  }
}
