import Foundation
import StateCore
import StateFields
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

private enum RateKey: StoreEnvironmentKey {
  static let liveValue = 2
}

extension StoreEnvironment {
  fileprivate var rate: Int {
    get { self[RateKey.self] }
    set { self[RateKey.self] = newValue }
  }
}

/// A feature whose handlers read a key.
private struct Shop: Feature {
  @MainActor @Observable final class State: SnapshotState {
    var price = 1

    static let snapshotFields = SnapshotFields<State> { SnapshotField("price", \.price) }
  }

  enum Action: Codable, Sendable {
    case double
  }

  @Provided(\.rate) private var rate

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, state in
      state.price *= rate
      return .none
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReplayEnvironmentTests {
  private let failures = ReplayFailures()

  private func record(_ environment: StoreEnvironment) -> StateSession {
    let journal = Journal()
    let store = Store(initialState: Shop.State(), feature: Shop(), environment: environment)
    journal.record(store)
    store.send(.double)
    return journal.session()
  }

  private func replay(_ session: StateSession, _ environment: StoreEnvironment) async throws {
    try await StateTesting.replay(
      session,
      Shop(),
      initialState: Shop.State(),
      environment: environment,
      assertionProvider: failures
    )
  }

  @Test func aHandlerReadsTheGivenValue() async throws {
    let session = record(.live)
    try await replay(session, .test.changing { $0.rate = 2 })
    #expect(failures.messages == [])
    try await replay(session, .test.changing { $0.rate = 3 })
    #expect(failures.messages.count == 1)
  }

  @Test(arguments: [StoreEnvironment.test, .live])
  func aKeyWithoutAValueFailsTheReplayWithItsName(environment: StoreEnvironment) async throws {
    try await replay(record(.live), environment)
    let message = try #require(failures.messages.first)
    #expect(failures.messages.count == 1)
    #expect(message.contains("\"rate\" (RateKey) has no test value, and Shop reads it at"))
    #expect(message.contains("environment: .test.changing { $0.rate = … }"))
  }

  @Test func theEntryOfTheStoreNamesTheKeysThatItSets() throws {
    let session = record(.live.changing { $0.rate = 3 })
    #expect(session.stores.map(\.environmentKeys) == [["RateKey"]])
    let read = try StateSession(session.data)
    #expect(read.stores.map(\.environmentKeys) == [["RateKey"]])
    #expect(read.entries.first?.text.contains("RateKey") == true)
    #expect(record(.live).stores.map(\.environmentKeys) == [[]])
  }
}
