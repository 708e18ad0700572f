import Observation
import StateCore
import StateRecord
import Testing

@testable import StateFields

/// A text that must not appear anywhere.
private let secret = "kQ7-planted-secret"

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct RedactionTests {
  @Observable
  final class Account: SnapshotState {
    var name = "a"
    var token = secret

    init(name: String = "a", token: String = secret) {
      self.name = name
      self.token = token
    }

    nonisolated static func == (lhs: Account, rhs: Account) -> Bool { lhs === rhs }

    static let snapshotFields = SnapshotFields<Account> {
      SnapshotField("name", \.name)
      SnapshotField("token", \.token).redacted()
    }
  }

  /// A state with a custom description.
  final class Talker: SnapshotState, CustomStringConvertible {
    nonisolated var description: String { "Talker \(secret)" }

    static let snapshotFields = SnapshotFields<Talker> {
      SnapshotField("description", \.description)
    }
  }

  enum SignIn: RedactedAction {
    case password(String)
    case help(String)

    var isRedacted: Bool { if case .password = self { true } else { false } }
  }

  struct Login: RedactedAction {
    var word = secret
    var isRedacted: Bool { true }
  }

  struct Holder<Value> {
    var value: Value
  }

  final class Box {
    let value: Any

    init(_ value: Any) { self.value = value }
  }

  enum Route {
    case open(Any)
    case pair(id: Int, Any)
  }

  struct Failure: Error {
    let value: Unchecked<Any>

    init(value: Any) { self.value = Unchecked(value) }
  }

  /// Returns a value inside each kind of value.
  private static func wrapped(_ value: Any) -> [Any] {
    let direct: [Any] = [
      value, Optional(value) as Any, [value], ["key": value], (1, value), Holder(value: value),
      Box(value), Route.open(value), Route.pair(id: 1, value), Failure(value: value),
      Result<Any, Failure>.success(value), Result<Any, Failure>.failure(Failure(value: value)),
    ]
    return direct
      + direct.flatMap {
        [[$0], Route.open($0), Holder(value: $0), ["key": Optional($0)]] as [Any]
      }
  }

  private static var kept: [Any] {
    [Account(), Talker(), SignIn.password(secret), Login(), Holder(value: [Account()])]
  }

  @Test func textsHaveNothingThatIsKept() {
    for kept in Self.kept {
      for value in Self.wrapped(kept) {
        let texts = [ValueText.describe(value), ValueText.whole(value)]
        for text in texts { #expect(!text.contains(secret), "\(text)") }
      }
    }
    #expect(ValueText.describe([Account()]) == "[RedactionTests.Account]")
    #expect(ValueText.describe(Route.open(SignIn.password("a"))) == "open(password (redacted))")
    #expect(ValueText.describe(Route.open(SignIn.help("a"))) == #"open(help("a"))"#)
  }

  @Test func differencesHaveNothingThatIsKept() {
    let others: [Any] = [
      Account(name: "b", token: secret + "2"), Talker(), SignIn.password(secret + "2"),
      Login(word: secret + "2"), Holder(value: [Account(name: "c"), Account()]),
    ]
    for (kept, other) in zip(Self.kept, others) {
      for (old, new) in zip(Self.wrapped(kept), Self.wrapped(other)) {
        for line in ValueDifference.lines("it", old, new) {
          #expect(!line.description.contains(secret), "\(line)")
        }
      }
    }
  }

  @Test func anObjectInAValueDiffersByItsFields() {
    let old = Holder(value: [Account(name: "a", token: "1")])
    let new = Holder(value: [Account(name: "b", token: "2")])
    #expect(
      ValueDifference.lines("it", old, new).map(\.description) == [
        #"it.value[0].name: "a" → "b""#, "it.value[0].token: (redacted) → (redacted)",
      ]
    )
    #expect(ValueDifference.hasDifference(SignIn.password("a"), SignIn.password("b")))
    #expect(
      ValueDifference.lines("it", SignIn.password("a"), SignIn.password("b")).map(\.description)
        == ["it.password: (redacted) → (redacted)"]
    )
  }

  @Test func logsHaveNothingThatIsKept() {
    for kept in Self.kept {
      for value in Self.wrapped(kept) {
        for isOn in [false, true] {
          let log = LogRedaction(isOn: isOn)
          var texts = [log.describe(value), log.describe(Route.open(value))]
          texts.append(log.describe(error: Failure(value: value)))
          for text in texts { #expect(!text.contains(secret), "\(text)") }
        }
      }
    }
    let log = LogRedaction(isOn: false)
    #expect(log.describe(Route.open(SignIn.password(secret))) == "open (redacted)")
    #expect(log.describe(SignIn.help("a")) == #"help("a")"#)
    struct Public: LoggableAction {
      var value: Any
    }
    #expect(!LogRedaction(isOn: true).describe(Public(value: Login())).contains(secret))
    #expect(LogRedaction(isOn: true).describe(Public(value: "open")).contains("open"))
  }

  @Test func eventsHaveNothingThatIsKept() {
    for kept in Self.kept {
      for value in Self.wrapped(kept) {
        let text = EventValue(Unchecked(value)).text
        #expect(!text.contains(secret), "\(text)")
      }
    }
  }

  @Observable
  final class Desk: SnapshotState {
    struct Drawer: Equatable {
      var account: Account
      var label = "top"

      static func == (lhs: Drawer, rhs: Drawer) -> Bool {
        lhs.account === rhs.account && lhs.label == rhs.label
      }
    }

    var drawer = Drawer(account: Account())
    var drawers: [String: Drawer] = [:]

    static let snapshotFields = SnapshotFields<Desk> {
      SnapshotField("drawer", \.drawer)
      SnapshotField("drawers", \.drawers)
    }
  }

  @Test func snapshotsHaveNothingThatIsKept() {
    let desk = Desk()
    let before = desk.snapshot()
    desk.drawer = Desk.Drawer(account: Account(token: secret + "2"), label: "b")
    desk.drawers["a"] = desk.drawer
    let texts = before.differences(to: desk.snapshot()).map(\.description) + [desk.snapshot().text]
    for text in texts { #expect(!text.contains(secret), "\(text)") }
    #expect(texts.contains { $0.contains("drawer.label") })
  }
}
