import Foundation
import Observation
import ScreenStateKit
import StateCore
import StateFields
import StateJSON
import StateRecord
import Testing
import ViewFeature

@testable import StateJournal

/// A text that must not appear in any text or file.
private let secret = "kQ7-planted-secret"

/// State objects in plain fields, actions, elements, and errors, whose redacted fields stay in the process.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct SessionRedactionTests {
  /// Returns all texts of a journal: its entries, its session, and the values of its states.
  private func texts(_ journal: Journal) throws -> [String] {
    var texts = [String(decoding: journal.session().data, as: UTF8.self)]
    let last = try #require(journal.entries.last).number
    for entry in journal.entries {
      texts += [entry.text, entry.description]
      if case .actionReceived(_, let received) = entry.kind {
        let value = SessionValue(received.action, atMost: 1 << 16)
        texts += [value.text ?? "", value.json?.description ?? ""]
      }
      if case .change(let change) = entry.kind {
        let values = [SessionValue(change.new, atMost: 1 << 16)]
        texts += values.flatMap { [$0.text ?? "", $0.json?.description ?? ""] }
      }
    }
    for store in journal.knownStores {
      let tree = try #require(journal.tree(of: store.id, at: last))
      var open = [tree.root]
      while let place = open.popLast() {
        texts += [place.text, tree.json(of: place, atMost: 1 << 16)?.description ?? ""]
        open += tree.children(of: place, from: 0, atMost: 100)
      }
    }
    return texts
  }

  private func expectNothingKept(
    _ journal: Journal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let texts = try texts(journal)
    #expect(texts.count > 30, sourceLocation: sourceLocation)
    for text in texts where text.contains(secret) {
      Issue.record("\(text.prefix(2_000))", sourceLocation: sourceLocation)
    }
    #expect(texts.contains { $0.contains("Account") }, sourceLocation: sourceLocation)
  }

  @Test func featuresKeepWhatIsRedacted() async throws {
    let journal = Journal()
    let store = Store(initialState: Bank(), feature: BankFeature())
    journal.record(store)
    for payload in Payload.all { await store.send(.take(payload)).value }
    await store.send(.fail).value
    try expectNothingKept(journal)
    #expect(journal.entries.contains { $0.text.contains("fail") })
  }

  @Test func screensKeepWhatIsRedacted() async throws {
    let journal = Journal()
    let state = BankScreenState()
    let store = BankScreenStore()
    await store.binding(state: state)
    journal.record(store)
    for payload in Payload.all { await store.isolatedReceive(action: .take(payload)) }
    await store.isolatedReceive(action: .fail)
    try expectNothingKept(journal)
    #expect(journal.entries.contains { $0.text.contains("fail") })
  }

  @Test func whatHasARedactedPartHasNoJSON() {
    let kept: [any Encodable] = [
      Account(), [Account()], ["a": Account()], Optional(Account()), Drawer(),
      Payload.nested([Drawer()]), [[Drawer()]], SignIn.password(secret), [SignIn.password(secret)],
      ["a": [SignIn.password(secret)]], Derived(), Rooted(), Nesting(),
    ]
    for value in kept { #expect(JSONCoding.json(of: value) == nil, "\(type(of: value))") }
    #expect(JSONCoding.json(of: [SignIn.help("a")])?.description == #"[{"help":{"_0":"a"}}]"#)
  }

  @Test func otherValuesHaveTheirOwnJSON() throws {
    struct Numbers: Codable, Equatable {
      var a: Int8 = 1
      var b: UInt16 = 2
      var c: Float = 0.5
      var d: [Float] = [.infinity]
      var e: Int32? = 4
      var f = [3: [Date(timeIntervalSinceReferenceDate: 1)]]
      var g = URL(string: "https://example.org/a?b")
      var h = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
      var i: [String: [Data]] = ["a": [Data([1])]]
      var j = Decimal(string: "0.123456789012345678901")
    }
    let value = Numbers()
    let json = try #require(JSONCoding.json(of: value))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(json == (try JSONReader.value(in: Array(try encoder.encode(value))[...])))
    #expect(try JSONCoding.value(Numbers.self, json) == value)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      #expect(JSONCoding.json(of: [Int128(5)]) == .array([.int(5)]))
    }
  }
}

@MainActor
private final class Account: SnapshotState, nonisolated Encodable, nonisolated Hashable {
  let token = secret

  nonisolated init() {}

  nonisolated func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }

  nonisolated func hash(into hasher: inout Hasher) {}
  nonisolated static func == (lhs: Account, rhs: Account) -> Bool { lhs === rhs }

  static let snapshotFields = SnapshotFields<Account> { SnapshotField("token", \.token).redacted() }
}

private enum SignIn: Encodable, RedactedAction {
  case password(String)
  case help(String)

  var isRedacted: Bool { if case .password = self { true } else { false } }
}

private struct Drawer: Encodable, Hashable {
  var label = "top"
  var account: Account? = Account()
}

/// A value that encodes an object instead of the content of a superclass.
private struct Derived: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try [1].encode(to: container.superEncoder())
    try Payload.one(Account()).encode(to: container.superEncoder(forKey: .other))
  }

  enum Key: CodingKey { case other }
}

private struct Rooted: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    var inner = container.nestedUnkeyedContainer()
    var names = inner.nestedContainer(keyedBy: Derived.Key.self)
    try names.encode(Account(), forKey: .other)
  }
}

private struct Nesting: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Derived.Key.self)
    var names = container.nestedContainer(keyedBy: Derived.Key.self, forKey: .other)
    var elements = names.nestedUnkeyedContainer(forKey: .other)
    try elements.encode(Account())
  }
}

private enum Payload: Encodable, Hashable, Sendable {
  case one(Account)
  case list([Account])
  case keyed([String: Account])
  case maybe(Account?)
  case nested([Drawer])

  static var all: [Payload] {
    [
      .one(Account()), .list([Account()]), .keyed(["a": Account()]), .maybe(Account()),
      .nested([Drawer(), Drawer()]),
    ]
  }
}

private struct BankFailure: Error {
  let payload: Payload
}

@MainActor @Observable
private final class Bank: SnapshotState {
  var count = 0
  var payload: Payload?
  var accounts: [Account] = []

  static let snapshotFields = SnapshotFields<Bank> {
    SnapshotField("count", \.count)
    SnapshotField("payload", \.payload)
    SnapshotField("accounts", \.accounts)
  }
}

private struct BankFeature: Feature {
  enum Action: Encodable, Sendable {
    case take(Payload)
    case fail
  }

  func handle() -> ActionHandler<Action, Bank> {
    ActionHandler { action, state in
      state.count += 1
      switch action {
      case .take(let payload):
        state.payload = payload
        state.accounts.append(Account())
      case .fail:
        let payload = state.payload
        return .run(name: "failing") { _ in if let payload { throw BankFailure(payload: payload) } }
      }
      return .none
    }
    .onError { _, state in state.count += 1 }
  }
}

@MainActor @Observable
private final class BankScreenState: ScreenState, SnapshotState, StateUpdatable {
  var count = 0
  var payload: Payload?
  var accounts: [Account] = []

  static let snapshotFields = SnapshotFields<BankScreenState> {
    SnapshotField("count", \.count)
    SnapshotField("payload", \.payload)
    SnapshotField("accounts", \.accounts)
  }
}

private actor BankScreenStore: ScreenStore {
  enum Action: ActionLockable, Hashable {
    case take(Payload)
    case fail
  }

  nonisolated let binding = ScreenBinding<BankScreenState>()

  func perform(_ action: Action) async throws {
    switch action {
    case .take(let payload):
      await viewState?.updateState {
        $0.count += 1
        $0.payload = payload
        $0.accounts.append(Account())
      }
    case .fail: throw BankFailure(payload: .one(Account()))
    }
  }
}
