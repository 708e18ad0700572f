#if Inspector
import Observation
import StateFields
import StateJournal
import ViewFeature

/// A text that must not appear in the bytes sent by the inspector.
let secret = "kQ7-planted-secret-wX3"

@MainActor @Observable
final class Vault: SnapshotState, RestorableState {
  var note = ""

  static let snapshotFields = SnapshotFields<Vault> { SnapshotField("note", \.note) }
}

@MainActor @Observable
final class Row: SnapshotState, Identifiable {
  let id: Int
  var title = ""

  init(id: Int) { self.id = id }

  static let snapshotFields = SnapshotFields<Row> {
    SnapshotField("id", \.id)
    SnapshotField("title", \.title)
  }
}

/// An object inside plain values.
@MainActor
final class Safe: SnapshotState, nonisolated Hashable, nonisolated Codable {
  let code: String

  nonisolated init(code: String) { self.code = code }

  nonisolated init(from decoder: any Decoder) throws {
    code = try decoder.singleValueContainer().decode(String.self)
  }

  nonisolated func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }

  nonisolated func hash(into hasher: inout Hasher) {}
  nonisolated static func == (lhs: Safe, rhs: Safe) -> Bool { lhs === rhs }

  static let snapshotFields = SnapshotFields<Safe> { SnapshotField("code", \.code).redacted() }
}

struct Locker: Hashable, Codable, Sendable {
  var label: String
  var safe: Safe
}

struct Word: Hashable, Codable, Sendable {
  var title: String
  var meanings: [String: Int]
}

@MainActor @Observable
final class Shop: SnapshotState {
  var count = 0
  var title = ""
  var words: [Word] = []
  var rows: [Row] = []
  var token = ""
  var vault = Vault()
  var guests: [String: Row] = [:]
  var hint: Word?
  var lockers: [Locker] = []
  var draft = ""

  static let snapshotFields = SnapshotFields<Shop> {
    SnapshotField("count", \.count)
    SnapshotField("title", \.title)
    SnapshotField("words", \.words)
    SnapshotField("rows", children: \.rows)
    SnapshotField("token", \.token).redacted()
    SnapshotField("vault", child: \.vault).redacted()
    SnapshotField("guests", children: \.guests).redacted()
    SnapshotField("hint", \.hint)
    SnapshotField("lockers", \.lockers)
    SnapshotField("draft", \.draft).transient()
  }
}

struct ShopFailure: Error {}

struct LockerFailure: Error {
  let locker: Locker
}

private func untilCancelled() async {
  let (stream, continuation) = AsyncStream<Void>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}

/// A feature with children, effects, and values that must not leave the process.
struct ShopFeature: Feature {
  enum Action: Codable, Equatable, Sendable, RedactedAction {
    case add(Int)
    case rename(String)
    case fill(Int)
    case open(Int)
    case wait
    case stopWaiting
    case replace
    case once
    case inTurn
    case fail
    case keep(Locker)
    case lose(Locker)
    case signIn(password: String)

    var isRedacted: Bool { if case .signIn = self { true } else { false } }
  }

  func handle() -> ActionHandler<Action, Shop> {
    ActionHandler { action, state in
      switch action {
      case .add(let number): state.count += number
      case .rename(let title): state.title = title
      case .fill(let count):
        state.words = (0..<count).map { Word(title: "word \($0)", meanings: ["a": $0]) }
      case .open(let id): state.rows.append(Row(id: id))
      case .wait:
        return .run(name: "waiting") { _ in await untilCancelled() }.cancellable(id: "waiting")
      case .stopWaiting: return .cancel(id: "waiting")
      case .replace:
        return .run(name: "replacing") { _ in await untilCancelled() }
          .cancellable(id: "replaced", cancelInFlight: true)
      case .once:
        return .run(name: "once") { _ in await untilCancelled() }
          .execution(.dropWhileRunning, id: "once")
      case .inTurn:
        return .run(name: "in turn") { _ in await untilCancelled() }
          .execution(.queue, id: "turn")
      case .fail: return .run(name: "failing") { _ in throw ShopFailure() }
      case .keep(let locker): state.lockers.append(locker)
      case .lose(let locker):
        return .run(name: "losing") { _ in throw LockerFailure(locker: locker) }
      case .signIn(let password):
        state.token = password
        state.vault.note = password
      }
      return .none
    }
    .onError { _, state in state.title = "failed" }
  }
}
#endif
