import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

/// Cancels, replacements and bindings at any moment, also while the end of an action waits for the main actor.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStoreEndsRandomTests {
  @Test(.notRepeated, arguments: 0..<10)
  func anActionThatWasCancelledShowsNothing(block: Int) async throws {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      try await simulate(seed: seed) {
        await EndsRun(seed: seed).doEverything()
      }
    }
  }
}

@MainActor
private final class EndsRun {
  private let seed: Int
  private var random: SeededGenerator
  private let store = EndsStore()
  private let parent = ScreenState()
  private let states: [EndsStore.State]
  private var sent: [(action: EndsStore.Action, handle: AnyTask)] = []

  init(seed: Int) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    let parent = parent
    states = (0..<2).map { _ in EndsStore.State(states: parent) }
  }

  func doEverything() async {
    await store.bind(to: states[0])
    for _ in 0..<40 {
      await doSomething()
      check()
    }
    for (action, handle) in sent { await check(action, handle) }
    await settle()
    check()
    #expect(!parent.isLoading && states.allSatisfy { !$0.isLoading }, "seed \(seed)")
  }

  private func doSomething() async {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: send()
    case 4, 5: sent.randomElement(using: &random)?.handle.cancel()
    case 6: sent.last?.handle.cancel()
    case 7: store.binding.cancelAll()
    case 8: await store.bind(to: states[Int.random(in: 0..<2, using: &random)])
    default: for _ in 0..<Int.random(in: 1..<4, using: &random) { await Task.yield() }
    }
  }

  private func send() {
    var action = EndsStore.Action(id: sent.count)
    action.turns = Int.random(in: 0..<4, using: &random)
    action.fails = Bool.random(using: &random)
    action.canTrackLoading = Bool.random(using: &random)
    let policies: [ExecutionPolicy] = [.restart, .concurrent, .queue, .debounce(for: .seconds(1))]
    if let policy = policies.randomElement(using: &random) { action.executionPolicy = policy }
    sent.append((action, store.send(action)))
  }

  /// An error on a screen is that of an action that was not cancelled.
  private func check() {
    for state in [parent] + states {
      guard let error = state.displayError?.originalError as? EndsStore.Failure else { continue }
      #expect(!sent[error.id].handle.isCancelled, "seed \(seed), action \(error.id)")
    }
  }

  /// A wait ends with a cancellation if the action was cancelled, and otherwise as the action did.
  private func check(_ action: EndsStore.Action, _ handle: AnyTask) async {
    do {
      try await handle.value
      #expect(!handle.isCancelled && !action.fails, "seed \(seed), action \(action.id)")
    } catch is CancellationError {
      #expect(handle.isCancelled, "seed \(seed), action \(action.id)")
    } catch {
      #expect(!handle.isCancelled && action.fails, "seed \(seed), action \(action.id)")
    }
  }
}
