import FeatureStore
import FeatureTesting
import Foundation
import StateCore
import StateJournal
import StateTesting
import ViewFeature

/// A process that sends actions in a store of a flight recorder until it ends in one way or another, and one that
/// checks what such a process has left.
///
/// `run FOLDER WAY PLACE`: with the way `kill` it waits to be killed, with `trap` a handler stops the process at the
/// action with the number PLACE, with `effect` an effect on another thread does, and with `memory` each action from
/// there on keeps memory until it is exhausted. It writes the number of each action behind its handler, in 8 bytes.
///
/// `check FOLDER COUNT`: checks the file that a process has left that has written COUNT numbers.
@main
@MainActor
enum FlightChild {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let folder = URL(fileURLWithPath: arguments[2])
    if arguments[1] == "run" {
      try await run(folder, way: arguments[3], place: Int(arguments[4]) ?? 0)
    } else {
      try await check(folder, count: Int(arguments[3]) ?? 0)
    }
  }

  private static func run(_ folder: URL, way: String, place: Int) async throws {
    let recorder = try FlightRecorder.start(in: folder, appVersion: "7", capacity: 512)
    let ending = Ending(way: way, place: place)
    let store = Store(initialState: Work.State(), feature: Work(ending: ending))
    recorder.record(store)
    for number in 1...Int.max {
      ending.number = number
      store.send(Work.step(number))
      withUnsafeBytes(of: number) { _ = write(1, $0.baseAddress, $0.count) }
      if number % 16 == 0 { await Task.yield() }
    }
  }

  // MARK: Checks

  private static func check(_ folder: URL, count: Int) async throws {
    let url = folder.appendingPathComponent("flight.current")
    let bytes = try Data(contentsOf: url)
    for secret in ["secret", "hidden"] where bytes.range(of: Data(secret.utf8)) != nil {
      fail("the file contains '\(secret)'")
    }
    let run = try FlightRun(contentsOf: url)
    if run.hasEndedAsPlanned || run.appVersion != "7" { fail("the header is wrong") }
    if run.damagedCount > 2 { fail("\(run.damagedCount) records are damaged") }
    let actions = run.entries.filter { $0.kind == .actionReceived && $0.name != "done" }
    // Each action is one of the ring's records, as is its entry in the ledger; the effects have the other ring.
    guard let last = actions.last else {
      if count > 1 { fail("no action is left of \(count)") }
      return
    }
    // The names repeat after 7, 5, and 3 actions, so the sequence has one place.
    let lastNumber = count + 1
    let candidates = [lastNumber, count].filter { number in
      zip(actions.reversed(), stride(from: number, to: 0, by: -1)).allSatisfy { entry, number in
        entry.name == Work.name(number)
      }
    }
    guard let found = candidates.first else {
      fail("the names don't end with action \(count): \(actions.suffix(8).map { $0.name ?? "" })")
    }
    let handled = Set(run.entries.filter { $0.kind == .actionHandled }.compactMap(\.subject))
    let open = actions.filter { !handled.contains($0.number) }
    // A handler that runs at the end hasn't ended.
    if open.count > 1 || open.first.map({ $0.number != last.number }) ?? false {
      fail("\(open.count) actions of \(actions.count) weren't handled: \(open.prefix(3))")
    }
    let numbers = run.entries.map(\.number)
    if numbers != numbers.sorted() { fail("the entries aren't in order") }
    try await replay(run)
    print("\(found) \(actions.count) \(run.damagedCount) \(run.entries.count)")
  }

  /// Replays the session of a run, up to the first action with a value.
  private static func replay(_ run: FlightRun) async throws {
    let session = try StateSession(run.session().data)
    if session.entries.isEmpty { fail("the session is empty") }
    let ending = Ending(way: "none", place: 0)
    let failures = Failures()
    let lastPlain = run.entries.first { $0.name == "search" }?.number
    var isChecked = false
    try await StateTesting.replay(
      session,
      Work(ending: ending),
      initialState: Work.State(),
      upTo: lastPlain.map { $0 - 1 },
      assertionProvider: failures
    ) { _ in isChecked = true }
    if !failures.texts.isEmpty { fail("the replay fails: \(failures.texts)") }
    if !isChecked { fail("the replay doesn't end") }
  }

  private static func fail(_ text: String) -> Never {
    print("FAILED: \(text)")
    exit(1)
  }
}

final class Failures: AssertionProvider {
  private let list = LockIsolated<[String]>([])
  var texts: [String] { list.value }

  func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {}

  func fail(_ message: String, file: StaticString, line: UInt) {
    list.withValue { $0.append(message) }
  }
}

/// The way in which the process ends.
@MainActor
final class Ending {
  let way: String
  let place: Int
  var number = 0
  private var kept: [[UInt8]] = []

  init(way: String, place: Int) {
    self.way = way
    self.place = place
  }

  func pass() {
    guard number >= place else { return }
    switch way {
    case "trap" where number == place: fatalError("a planned end")
    case "memory":
      // Touches each page.
      kept.append([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1 << 20))
    default: return
    }
  }
}

struct Work: Feature {
  @Observable @MainActor
  final class State: SnapshotState {
    var count = 0
    static let snapshotFields = SnapshotFields<State> { SnapshotField("count", \.count) }
  }

  enum Action: Codable, Sendable {
    case plain
    case other
    case third
    case search(String)
    case load
    case done
  }

  let ending: Ending

  static func step(_ number: Int) -> Action {
    if number % 7 == 0 { return .load }
    if number % 5 == 0 { return number % 2 == 0 ? .search("secret \(number)") : .other }
    return number % 3 == 0 ? .third : .plain
  }

  static func name(_ number: Int) -> String {
    switch step(number) {
    case .plain: "plain"
    case .other: "other"
    case .third: "third"
    case .search: "search"
    case .load: "load"
    case .done: "done"
    }
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { [ending] action, state in
      state.count += 1
      ending.pass()
      guard case .load = action else { return .none }
      let isLast = ending.way == "effect" && ending.number >= ending.place
      return .run(name: "load") {
        if isLast { fatalError("a planned end of hidden work") }
        return 1
      } send: { _ in
        .done
      }
    }
  }
}
