import Foundation
import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateQueries

/// The keys of writes that are repeated.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct SentMutationTests {
  private let server = PayServer()
  private let cache: QueryCache

  init() {
    cache = QueryCache(environment: .controlled())
  }

  // MARK: Attempts

  @Test(arguments: [PayWay.retriedEffect, .retriedPart, .policyOfAnEffect, .policyOfAnAction])
  func theAttemptsOfAWriteHaveOneKey(way: PayWay) async {
    server.failures = 2
    await pay([Pay(amount: 1)], way)
    #expect(server.keys.count == 3)
    #expect(Set(server.keys).count == 1)
  }

  @Test(arguments: [PayWay.retriedEffect, .policyOfAnAction])
  func writesWithOtherValuesHaveOtherKeys(way: PayWay) async {
    server.failures = 1
    server.failing = 2
    await pay([Pay(amount: 1), Pay(amount: 2), Pay(amount: 1)], way)
    #expect(server.amounts == [1, 2, 1, 2, 1])
    let keys = server.keys
    #expect(keys[2] == keys[0] && keys[3] == keys[1])
    #expect(Set([keys[0], keys[1], keys[4]]).count == 3)
  }

  @Test func eachActionHasItsOwnKeys() async {
    await pay([Pay(amount: 1)], .retriedEffect)
    await pay([Pay(amount: 1)], .retriedEffect)
    #expect(Set(server.keys).count == 2)
  }

  @Test func withoutARetryPolicyEachWriteHasItsOwnKey() async throws {
    try await cache.perform(Pay(amount: 1, server: server))
    try await cache.perform(Pay(amount: 1, server: server))
    #expect(Set(server.keys).count == 2)
  }

  @Test func anAppCanGiveTheKey() async throws {
    let key = UUID()
    server.failures = 1
    let pay = Pay(amount: 1, server: server)
    await #expect(throws: ConnectionLost.self) { try await cache.perform(pay, key: key) }
    try await cache.perform(pay, key: key)
    #expect(server.keys == [key, key])
  }

  private func pay(_ payments: [Pay], _ way: PayWay) async {
    let payments = payments.map { Pay(amount: $0.amount, server: server) }
    if way == .policyOfAnAction {
      let (state, store) = (ScreenState(), PayStore(cache))
      await store.bind(to: state)
      await store.run(.init(payments: payments))
      return withExtendedLifetime(state) {}
    }
    let store = Store(initialState: PayFeature.State(), feature: PayFeature(cache: cache))
    await store.send(.init(payments: payments, way: way)).value
  }

  // MARK: Equality

  @Test func valuesThatAreNotHashableAreComparedByTheirContent() {
    let (first, second) = (NSObject(), NSObject())
    #expect(SentMutation(Plain(text: "a"), by: first) == SentMutation(Plain(text: "a"), by: first))
    #expect(SentMutation(Plain(text: "a"), by: first) != SentMutation(Plain(text: "b"), by: first))
    #expect(SentMutation(Plain(text: "a"), by: first) != SentMutation(Plain(text: "a"), by: second))
    #expect(SentMutation(Plain(text: "a"), by: first) != SentMutation(Other(text: "a"), by: first))
  }

  private struct Plain: QueryMutation {
    let text: String
    func send(in context: MutationContext) async throws {}
  }

  private struct Other: QueryMutation, Hashable {
    let text: String
    func send(in context: MutationContext) async throws {}
  }
}

/// The place of a retry policy.
enum PayWay: Sendable, CaseIterable {
  case retriedEffect, retriedPart, policyOfAnEffect, policyOfAnAction
}

private struct ConnectionLost: Error {}

/// A server that fails at first.
@MainActor
private final class PayServer {
  var failures = 0
  /// The only amount that fails.
  var failing: Int?
  private(set) var keys: [UUID] = []
  private(set) var amounts: [Int] = []

  func pay(_ amount: Int, _ key: UUID) throws {
    keys.append(key)
    amounts.append(amount)
    guard failures > 0, failing ?? amount == amount else { return }
    failures -= 1
    throw ConnectionLost()
  }
}

private struct Pay: QueryMutation {
  var amount: Int
  var server: PayServer?

  func send(in context: MutationContext) async throws {
    try await server?.pay(amount, context.key)
  }
}

private struct PayFeature: Feature {
  @MainActor final class State {}

  struct Action: Sendable {
    let payments: [Pay]
    let way: PayWay
  }

  let cache: QueryCache

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      let payments = ActionTask<Action, State>.run { [cache] (_: State) in
        for payment in action.payments { try await cache.perform(payment) }
      }
      let policy = RetryPolicy.immediate(maxAttempts: 3)
      return switch action.way {
      case .policyOfAnEffect: payments.execution(.restart.retry(policy), id: "pay")
      case .retriedPart: ActionTask.merge([payments.cancellable(id: "pay")]).retry(policy)
      default: payments.retry(policy)
      }
    }
  }
}

private actor PayStore: ScreenStore {
  struct Action: ActionLockable, ExecutionPolicyProviding, Sendable {
    let payments: [Pay]

    var lockKey: AnyHashable { 0 }
    var executionPolicy: ExecutionPolicy { .restart.retry(.immediate(maxAttempts: 3)) }
  }

  nonisolated let binding: ScreenBinding<ScreenState>
  private let cache: QueryCache

  init(_ cache: QueryCache) {
    self.cache = cache
    binding = ScreenBinding()
  }

  func perform(_ action: Action) async throws {
    for payment in action.payments { try await cache.perform(payment) }
  }
}
