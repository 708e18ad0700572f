import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Messages about children of redacted fields don't contain their ids and values.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreSecretsTests {
  private struct GuestFeature: Feature {
    enum Action: Sendable {
      case rename(Int)
      case wait
      case fail
    }

    let gate: Gate

    func handle() -> ActionHandler<Action, SecretGuest> {
      ActionHandler { action, guest in
        switch action {
        case .rename(let index): guest.title = Secret.values[index]
        case .wait: return .run(name: "endless") { [gate] _ in try await gate.pass() }
        case .fail: throw TestError("failed")
        }
        return .none
      }
    }
  }

  private struct GuestsFeature: Feature {
    enum Action: Sendable {
      case replace(Int)
      case rename
    }

    let rows: ChildCollection<GuestFeature, String>
    let list: ChildCollection<GuestFeature, String>

    init(gate: Gate) {
      rows = ChildCollection(\.rows, GuestFeature(gate: gate))
      list = ChildCollection(\.list, GuestFeature(gate: gate))
    }

    func handle() -> ActionHandler<Action, SecretGuests> {
      ActionHandler { action, state in
        switch action {
        case .replace(let index):
          let key = Secret.keys[index]
          state.rows[key] = SecretGuest(id: key, title: Secret.values[index])
          state.rows[key]?.companions = [SecretGuest(id: key, title: Secret.values[index])]
        case .rename: state.rows[Secret.keys[0]]?.title = Secret.values[1]
        }
        return .none
      }
    }
  }

  private let assertions = RecordingAssertions()
  private let gate = Gate()

  private func makeStore() -> TestStore<GuestsFeature> {
    let store = TestStore(
      initialState: Self.makeState(),
      feature: GuestsFeature(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    return store
  }

  private static func makeState() -> SecretGuests {
    let state = SecretGuests()
    state.fill()
    return state
  }

  private func expectNone(
    _ parts: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let messages = assertions.messages
    #expect(messages.count == parts.count, sourceLocation: sourceLocation)
    for (message, part) in zip(messages, parts) {
      #expect(message.contains(part), "\(message)", sourceLocation: sourceLocation)
      #expect(!message.contains(Secret.mark), "\(message)", sourceLocation: sourceLocation)
    }
  }

  @Test func changesOfTheirFieldsHaveNoValue() async {
    let store = makeStore()
    await store.send(.rename)
    await store.send(\.rows[id: Secret.keys[0]], .rename(0))
    await store.send(\.list[id: Secret.keys[1]], .rename(0))
    await store.send(.rename, expecting: \.token, toBe: Secret.values[1])
    expectNone(
      "rows: (redacted) → expected (redacted), got (redacted)",
      "rename(0) of rows[id: (redacted)]",
      "rename(0) of list[id: (redacted)]",
      "token after rename: expected (redacted), got (redacted)",
      "rename made changes that were not asserted:\n  rows: (redacted) → (redacted)"
    )
  }

  @Test func theirIdsAreHidden() async {
    let store = makeStore()
    await store.send(\.rows[id: "\(Secret.mark)missing"], .rename(0))
    await store.send(\.rows[id: Secret.keys[0]], .fail)
    await store.send(\.rows[id: Secret.keys[0]], .wait)
    store.timeout = .milliseconds(1)
    await store.receive(\.rows[id: Secret.keys[1]], .rename(1))
    await store.finish()
    gate.open()
    expectNone(
      "can't be sent to rows[id: (redacted)]",
      "fail of rows[id: (redacted)] failed",
      "rename(1) of rows[id: (redacted)]",
      "rows[id: (redacted)]"
    )
  }

  @Test func anotherObjectIsNamedWithoutItsKey() async {
    let store = makeStore()
    await store.send(.replace(0)) { state in
      let companion = SecretGuest(id: Secret.keys[0], title: Secret.values[0])
      state.rows[Secret.keys[0]]?.companions = [companion]
    }
    #expect(assertions.messages.count == 1)
    #expect(assertions.messages.first?.contains("rows[(redacted)]: expected") == true)
    #expect(assertions.messages.first?.contains(Secret.mark) == false)
  }

  @Test func twoOfThemAreNotConfused() async {
    let store = makeStore()
    await store.send(\.rows[id: Secret.keys[0]], .rename(1)) {
      $0.rows[Secret.keys[0]]?.title = Secret.values[1]
    }
    await store.send(\.rows[id: Secret.keys[1]], .rename(0)) {
      $0.rows[Secret.keys[0]]?.title = Secret.values[0]
    }
    await store.finish()
    #expect(assertions.messages.count == 1)
    #expect(store.state.rows[Secret.keys[1]]?.title == Secret.values[0])
  }
}
