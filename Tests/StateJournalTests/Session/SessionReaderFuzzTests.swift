import Foundation
import Observation
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Damaged session files.
///
/// Each one is read, or refused with an error that names a line.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct SessionReaderFuzzTests {
  /// `scripts/fuzz-sessions` runs more.
  private static var count: Int {
    ProcessInfo.processInfo.environment["STATE_SESSION_FUZZ"].flatMap { Int($0) }
      ?? (isSanitized ? 200 : 2_000)
  }

  private static var firstSeed: Int {
    ProcessInfo.processInfo.environment["STATE_SESSION_FUZZ_SEED"].flatMap { Int($0) } ?? 0
  }

  @Test func noFileLeadsToATrap() {
    let good = Array(LinkedObjects.unlinked { makeSession().data })
    var (read, refused) = (0, 0)
    for seed in Self.firstSeed..<Self.firstSeed + Self.count {
      var damage = FileDamage(seed: seed)
      let bytes = damage.damaged(good)
      do throws(SessionError) {
        let session = try SessionReader.session(in: bytes, file: nil)
        read += 1
        LinkedObjects.unlinked { use(session) }
      } catch {
        refused += 1
        let lines = bytes.count { $0 == 0x0a } + 2
        if !(1...lines).contains(error.line) { Issue.record("seed \(seed): \(error)") }
      }
    }
    #expect(read > 0)
    #expect(refused > 0)
    if Self.count > 2_000 { print("\(read) were read, \(refused) refused") }
  }

  private func makeSession() -> StateSession {
    let journal = Journal()
    let store = FakeStore(Sheet())
    let sheet = store.state
    journal.recordAny(store)
    store.send(SessionSample.Action.rename("a")) { sheet.count = 2 }
    let other = Sheet()
    sheet.byKey = [4: other]
    sheet.path = [.number(1), .sheet(other)]
    EventCenter.report()
    other.child = sheet
    sheet.path = []
    EventCenter.report()
    return journal.session()
  }

  /// Uses a session like an app does.
  private func use(_ session: StateSession) {
    _ = session.data.count
    for store in session.stores {
      for entry in session.entries {
        let state = session.state(of: store.id, at: entry.number)
        _ = state?.value("child.text")
        if entry.number % 3 == 0 { _ = state?.description }
      }
      _ = session.grade(of: Sheet(), as: store.id)
    }
    let sheet = Sheet()
    let writer = SessionWriter(session)
    for entry in session.entries {
      let frame = session.frame(at: entry.number)
      for root in frame.roots.values {
        writer.write(frame, root: root, to: sheet)
        _ = writer.difference(frame, root: root, from: sheet)
      }
    }
  }
}

/// A small state with children of each kind.
@MainActor @Observable
private final class Sheet: RestorableState, Linked {
  enum Place: Codable {
    case number(Int)
    case sheet(Sheet)

    init(from decoder: any Decoder) throws {
      self = .number(try decoder.singleValueContainer().decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .sheet: throw CancellationError()
      }
    }
  }

  var count = 0
  var child: Sheet?
  var byKey: [Int: Sheet] = [:]
  var path: [Place] = []

  init() { LinkedObjects.note(self) }

  func unlink() {
    child = nil
    byKey = [:]
    path = []
  }

  static let snapshotFields = SnapshotFields<Sheet> {
    SnapshotField("count", \.count)
    SnapshotField("child", child: \.child)
    SnapshotField("byKey", children: \.byKey)
    SnapshotField("path", \.path, cases: Place.sheet)
  }
}

/// Random damage of a text with lines.
private struct FileDamage {
  private var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: seed) }

  private mutating func below(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &random)
  }

  mutating func damaged(_ good: [UInt8]) -> [UInt8] {
    var bytes = good
    for _ in 0..<(1 + below(3)) { damage(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    if bytes.isEmpty { return }
    switch below(10) {
    case 0: bytes[below(bytes.count)] ^= 1 << UInt8(below(8))
    case 1: bytes.removeLast(below(bytes.count))
    case 2: bytes.remove(at: below(bytes.count))
    case 3: bytes.insert(UInt8(below(256)), at: below(bytes.count))
    case 4: changeNumber(&bytes)
    case 5: changeNumber(&bytes)
    case 6:
      let open = Array(repeating: UInt8(ascii: below(2) == 0 ? "[" : "{"), count: below(5_000))
      bytes.insert(contentsOf: open, at: below(bytes.count))
    default: changeLines(&bytes)
    }
  }

  private mutating func changeLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    let (one, other) = (below(lines.count), below(lines.count))
    switch below(4) {
    case 0: lines.remove(at: one)
    case 1: lines.insert(lines[one], at: other)
    case 2: lines.swapAt(one, other)
    default: lines[one] = lines[one].prefix(below(lines[one].count))
    }
    bytes = Array(lines.joined(separator: [0x0a]))
  }

  /// Replaces a number with another one.
  private mutating func changeNumber(_ bytes: inout [UInt8]) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let start = below(bytes.count)
    guard let first = bytes[start...].firstIndex(where: digits.contains) else { return }
    let end = bytes[first...].firstIndex { !digits.contains($0) } ?? bytes.count
    let numbers = [
      "0", "-1", "1", "2", "3", "4", "7", "9223372036854775807", "-9223372036854775808", "1e308",
      "1e999", "18446744073709551615", "0.5", "null", "\"1\"", "[]", "{}", "true", "\(below(40))",
    ]
    bytes.replaceSubrange(first..<end, with: Array(numbers[below(numbers.count)].utf8))
  }
}
