import StateCore
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Random programs that are recorded and replayed, with the same code and with other code.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReplayRandomTests {
  @MainActor
  private struct Program {
    var generator: SeededGenerator
    let store: Store<Market>

    mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    mutating func step() {
      switch random(24) {
      case 0, 1: store.send(.add(random(5)))
      case 2: store.send(.addTwice)
      case 3: store.send(.stamp)
      case 4: store.send(.stampLater)
      case 5: store.send(.open(random(3)))
      case 6: store.send(.close)
      case 7: store.send(.hire(random(4)))
      case 8: store.send(.fire(random(4)))
      case 9: store.send(.name(["a", "b"][random(2)]))
      case 10: store.send(random(2) == 0 ? .enter(random(3)) : .leave)
      case 11: store.send(random(2) == 0 ? .tell(random(5)) : .tellAll(random(5)))
      case 12: store.send(.search("\(random(5))"))
      case 13: store.send([.refuse, .fail][random(2)])
      case 14: store.send(.load(random(3)))
      case 15: store.state.count += 1
      case 16: store.state.title = "written"
      case 17: store.state.stalls.shuffle(using: &generator)
      case 18: store.state.stalls.append(Stall.State(random(4)))
      case 19: if random(3) == 0 { store.cancelAllTasks() }
      default: sendToChild()
      }
    }

    private mutating func sendToChild() {
      let child: Store<Stall>? =
        switch random(5) {
        case 0: store.scope(\.desk)
        case 1: store.scope(\.stall)
        case 2: store.scope(\.stalls, id: random(4))
        case 3: store.scope(\.named, id: ["a", "b", "loaded"][random(3)])
        default: store.scope(\.place)
        }
      guard let child else { return }
      switch random(6) {
      case 0: child.send(.weigh(random(5)))
      case 1: child.send(.sell)
      case 2: child.send(.hire)
      case 3: child.send(.later(random(5)))
      case 4:
        let sent: SentAction? = child.scope(\.helper)?.send(.help)
        if random(4) == 0 { sent?.cancel() }
      default: child.scope(\.helper)?.send(.rest)
      }
    }
  }

  private func record(seed: Int) async -> StateSession {
    let journal = Journal()
    let store = Store(
      initialState: Market.State(),
      feature: Market { query in
        for _ in 0..<query.count { await Task.yield() }
        return [query]
      }
    )
    var program = Program(generator: SeededGenerator(seed: seed), store: store)
    // Some sessions start in the middle.
    for _ in 0..<(seed % 3 == 0 ? 20 : 0) { program.step() }
    journal.record(store)
    for _ in 0..<30 {
      program.step()
      if program.random(3) == 0 { await Task.yield() }
    }
    for _ in 0..<20 { await Task.yield() }
    return journal.session()
  }

  private func replay(_ session: StateSession, _ change: Market.Change) async throws -> [String] {
    let failures = ReplayFailures()
    try await StateTesting.replay(
      session,
      Market(change: change),
      initialState: Market.State(),
      assertionProvider: failures
    )
    return failures.messages
  }

  @Test(.simulated, arguments: Array(seedsOnOneThread(0..<300)))
  func theSameCodeHasNoDifference(seed: Int) async throws {
    let session = await record(seed: seed)
    let messages = try await replay(session, .none)
    #expect(messages.isEmpty, "seed \(seed)")
  }

  @Test(.simulated, arguments: Array(seedsOnOneThread(0..<50)))
  func otherCodeFailsAtTheFirstActionThatDoesOtherwise(seed: Int) async throws {
    let session = await record(seed: seed)
    let first = session.entries.first { entry in
      guard case .actionReceived(let sent) = entry.kind else { return false }
      let isHandled = session.entries.contains { $0.kind.isEnd(of: sent.id) }
      return sent.action.caseName == "add" && isHandled
    }
    let messages = try await replay(session, .add)
    guard let first else { return #expect(messages.isEmpty) }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("entry \(first.number)") == true, "\(messages)")
  }
}

extension SessionEntry.Kind {
  fileprivate func isEnd(of id: SessionID) -> Bool {
    if case .actionHandled(id, _) = self { true } else { false }
  }
}
