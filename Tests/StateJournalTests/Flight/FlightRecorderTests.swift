import FeatureTesting
import Foundation
import ScreenStateKit
import StateFields
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateJournal

// Only one recorder at a time records all stores.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(20))) struct FlightRecorderTests {
  private func start(
    _ folder: FlightFolder,
    capacity: Int = 256,
    breadcrumbs: (@Sendable (FlightBreadcrumb) -> Void)? = nil
  ) throws -> FlightRecorder {
    try FlightRecorder.start(
      in: folder.url,
      appVersion: "1.2",
      capacity: capacity,
      breadcrumbs: breadcrumbs
    )
  }

  /// Returns what the next start finds.
  private func lastRun(_ folder: FlightFolder) throws -> FlightRun {
    let recorder = try start(folder)
    #expect(recorder.lastRunError == nil)
    return try #require(recorder.lastRun)
  }

  private func texts(_ run: FlightRun) -> [String] {
    run.entries.map { entry in
      let text = entry.description
      guard entry.duration != nil, let range = text.range(of: " in ") else { return text }
      return String(text[..<range.lowerBound])
    }
  }

  // MARK: Features

  @Test func theLastRunHasTheActions() throws {
    let folder = FlightFolder()
    var recorder: FlightRecorder? = try start(folder)
    #expect(recorder?.lastRun == nil)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder?.record(store)
    store.send(.type("secret"))
    store.send(.clear)
    recorder = nil
    let run = try lastRun(folder)
    #expect(run.appVersion == "1.2")
    #expect(!run.hasEndedAsPlanned)
    #expect(run.replacedCount == 0 && run.damagedCount == 0)
    #expect(
      texts(run) == [
        "1 Pad: was made", "2 Pad: type was received", "3 Pad: type was handled",
        "4 Pad: clear was received", "5 Pad: clear was handled",
      ]
    )
    #expect(run.entries[1].cause == .outside)
    #expect(run.entries[2].subject == 2)
    #expect(run.entries[2].duration != nil)
  }

  @Test func aPlannedEndIsNoted() throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder.record(store)
    recorder.mark("search")
    recorder.end()
    store.send(.clear)
    recorder.mark("later")
    let run = try lastRun(folder)
    #expect(run.hasEndedAsPlanned)
    #expect(texts(run) == ["1 Pad: was made", "2 search"])
    #expect(run.end >= run.start)
  }

  @Test func effectsNestedActionsAndErrorsHaveTheirCauses() async throws {
    let folder = FlightFolder()
    var recorder: FlightRecorder? = try start(folder)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder?.record(store)
    await store.send(.load).value
    await store.send(.fail).value
    await store.send(.both).value
    let state = try #require(recorder?.currentRun)
    recorder = nil
    let run = try lastRun(folder)
    #expect(run.entries == state.entries)
    let entries = run.entries
    func first(_ kind: FlightEntry.Kind, _ name: String?) -> FlightEntry? {
      entries.first { $0.kind == kind && $0.name == name }
    }
    let load = try #require(first(.actionReceived, "load"))
    let effect = try #require(first(.effectStarted, "words"))
    #expect(effect.cause == .handler(of: load.number))
    #expect(first(.actionReceived, "loaded")?.cause == .effect(effect.number))
    #expect(first(.effectEnded, "words")?.subject == effect.number)
    #expect(first(.actionDone, "load")?.subject == load.number)
    let fail = try #require(first(.actionReceived, "fail"))
    #expect(first(.actionFailed, "PadError")?.subject == fail.number)
    let both = try #require(first(.actionReceived, "both"))
    #expect(
      entries.last { $0.kind == .actionReceived && $0.name == "clear" }?.cause
        == .handler(of: both.number)
    )
    #expect(!texts(run).joined().contains("secret"))
  }

  @Test func aHandlerThatSuspendsIsHandledLater() async throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    let gate = Gate()
    let sender = SlowSender()
    let store = Store(initialState: Slow.State(), feature: Slow(gate: gate, sender: sender))
    sender.store = store
    recorder.record(store)
    let sent: SentAction = store.send(.wait)
    let during = try #require(recorder.currentRun)
    #expect(during.entries.contains { $0.kind == .actionReceived && $0.name == "wait" })
    #expect(!during.entries.contains { $0.kind == .actionHandled })
    gate.open()
    await sent.value
    let run = try #require(recorder.currentRun)
    let wait = try #require(run.entries.first { $0.kind == .actionReceived && $0.name == "wait" })
    #expect(run.entries.contains { $0.kind == .actionHandled && $0.subject == wait.number })
    let nested = try #require(
      run.entries.first { $0.kind == .actionReceived && $0.name == "nested" }
    )
    #expect(nested.cause == .handler(of: wait.number))
  }

  @Test func allNewStoresAreRecorded() throws {
    let folder = FlightFolder()
    var recorder: FlightRecorder? = try start(folder)
    recorder?.recordAll()
    var store: Store<Pad>? = Store(initialState: Pad.State(), feature: Pad())
    store?.send(.clear)
    store = nil
    #expect(
      recorder?.currentRun?.entries.map(\.kind) == [
        .storeMade, .actionReceived, .actionHandled, .storeEnded,
      ]
    )
    recorder = nil
    let other = Store(initialState: Pad.State(), feature: Pad())
    #expect(other.light == nil)
  }

  @Test func theParentOfANewChildIsRecorded() throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    recorder.recordAll()
    let store = Store(initialState: Shelf(), feature: ShelfFeature())
    store.send(.openBox(1))
    let child = try #require(store.scope(\.box))
    let run = try #require(recorder.currentRun)
    let made = run.entries.filter { $0.kind == .storeMade }
    #expect(made.map(\.parent) == [nil, store.id.number])
    #expect(run.session().stores.map(\.parent) == [nil, store.id.number])
    withExtendedLifetime(child) {}
  }

  @Test func actionsOfManyTypesHaveTheirNames() throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    let store = Store(initialState: Anything.State(), feature: Anything())
    recorder.record(store)
    store.send(First())
    store.send(Second())
    store.send(First())
    let received = recorder.currentRun?.entries.filter { $0.kind == .actionReceived }.map(\.name)
    #expect(received == ["First", "Second", "First"])
  }

  @Test(arguments: [true, false])
  func aScreenIsNotRecordedAfterTheEnd(isPlanned: Bool) async throws {
    let folder = FlightFolder()
    let crumbs = LockIsolated<[FlightBreadcrumb]>([])
    var recorder: FlightRecorder? = try start(folder) { crumb in
      if crumb.message.hasPrefix("PadStore") { crumbs.withValue { $0.append(crumb) } }
    }
    recorder?.recordAll()
    let (state, store) = (PadScreen(), PadStore())
    await store.bind(to: state)
    await store.run(.load(page: 7))
    #expect(crumbs.value.map(\.message) == ["PadStore.load"])
    if isPlanned { recorder?.end() }
    recorder = nil
    let before = try Data(contentsOf: folder.current)
    await store.run(.load(page: 8))
    #expect(crumbs.value.count == 1)
    #expect(try Data(contentsOf: folder.current) == before)
    #expect(store.binding.light == nil)
    let next = try start(folder)
    next.record(store)
    await store.run(.load(page: 9))
    #expect(next.currentRun?.entries.contains { $0.name == "load" } == true)
  }

  @Test func aFullRingKeepsTheLastActions() throws {
    let folder = FlightFolder()
    let recorder = try start(folder, capacity: 64)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder.record(store)
    for _ in 0..<1_000 { store.send(.clear) }
    let run = try #require(recorder.currentRun)
    // Each action takes one record.
    #expect(run.entries.count { $0.kind == .actionReceived } == 64)
    #expect(run.entries.count { $0.kind == .actionHandled } == 64)
    #expect(run.replacedCount == 937)
    let session = run.session()
    #expect(session.stores.map(\.feature) == ["Pad"])
  }

  // MARK: With a journal

  @Test func aJournalAndARecorderBothRecord() async throws {
    let folder = FlightFolder()
    for isJournalFirst in [true, false] {
      let recorder = try start(folder)
      let store = Store(initialState: Pad.State(), feature: Pad())
      var journal: Journal? = Journal()
      if isJournalFirst { journal?.record(store) }
      recorder.record(store)
      if !isJournalFirst { journal?.record(store) }
      await store.send(.load).value
      let kinds = journal?.entries.map(\.kind.name) ?? []
      #expect(kinds.contains(.actionReceived) && kinds.contains(.effectEnded))
      let names = recorder.currentRun?.entries.filter { $0.kind == .actionReceived }.map(\.name)
      #expect(names == ["load", "loaded"])
      journal = nil
      store.send(.clear)
      #expect(recorder.currentRun?.entries.last?.name == "clear")
      #expect(store.recorder == nil)
      recorder.end()
      #expect(store.listener == nil)
    }
  }

  @Test func aScreenIsRecordedTogetherWithAJournal() async throws {
    let folder = FlightFolder()
    for isJournalFirst in [true, false] {
      let recorder = try start(folder)
      let state = PadScreen()
      let store = PadStore()
      await store.bind(to: state)
      var journal: Journal? = Journal()
      if isJournalFirst { journal?.record(store) }
      recorder.record(store)
      if !isJournalFirst { journal?.record(store) }
      await store.run(.load(page: 7))
      await store.run(.fail)
      let run = try #require(recorder.currentRun)
      #expect(run.entries.first?.kind == .storeMade)
      let load = try #require(run.entries.first { $0.kind == .actionReceived })
      #expect(load.name == "load")
      #expect(run.entries.contains { $0.kind == .actionDone && $0.subject == load.number })
      #expect(run.entries.contains { $0.kind == .actionFailed && $0.name == "PadError" })
      let kinds = journal?.entries.map(\.kind.name) ?? []
      #expect(kinds.count { $0 == .actionDone } == 2)
      journal = nil
      await store.run(.fail)
      #expect(recorder.currentRun?.entries.count { $0.kind == .actionDone } == 3)
      recorder.end()
      await store.run(.fail)
    }
    #expect(try lastRun(folder).entries.count { $0.kind == .actionDone } == 3)
  }

  // MARK: Sessions

  @Test func theSessionOfARunIsReadAndReplayed() async throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder.record(store)
    store.send(.clear)
    await store.send(.load).value
    await store.send(.both).value
    let run = try #require(recorder.currentRun)
    let session = try StateSession(run.session().data)
    #expect(session.entries.count == run.entries.count)
    #expect(session.data == run.session().data)
    #expect(!session.hasValues)
    var lines: [Int] = []
    try await replay(session, Pad(), initialState: Pad.State()) { state in
      lines.append(state.clears)
    }
    #expect(lines == [2])
  }

  @Test func aReplaySendsTheActionWhoseHandlerHasNotEnded() async throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder.record(store)
    store.send(.clear)
    store.send(.clear)
    var session = try #require(recorder.currentRun).session()
    // As if the second handler had ended the process.
    session = StateSession(types: session.types, entries: session.entries.dropLast())
    var lines: [Int] = []
    try await replay(session, Pad(), initialState: Pad.State()) { state in
      lines.append(state.clears)
    }
    #expect(lines == [2])
  }

  @Test func aReplayNamesTheActionsWhoseValuesItNeeds() async throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder.record(store)
    store.send(.clear)
    store.send(.type("secret"))
    let session = try #require(recorder.currentRun).session()
    let failures = FlightFailures()
    try await StateTesting.replay(
      session,
      Pad(),
      initialState: Pad.State(),
      assertionProvider: failures
    )
    let text = failures.texts.value.joined()
    #expect(text.contains("type: a flight recorder keeps no values of actions"))
    #expect(!text.contains("clear"))
  }

  // MARK: Files

  @Test func aFolderHasOneRecorderAtATime() throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    #expect(throws: FlightError.isInUse) { try start(folder) }
    recorder.end()
    _ = try start(folder)
    #expect(try folder.names() == ["flight.current", "flight.last", "flight.lock"])
  }

  @Test func aFolderThatCannotBeWrittenIsAnError() throws {
    let folder = FlightFolder()
    try Data().write(to: folder.url)
    #expect(throws: FlightError.cannotAccess(path: folder.url.path)) { try start(folder) }
    let store = Store(initialState: Pad.State(), feature: Pad())
    store.send(.clear)
    #expect(store.listener == nil)
  }

  @Test func aDamagedFileIsReportedAndReplaced() throws {
    let folder = FlightFolder()
    _ = try start(folder)
    try Data([1, 2, 3]).write(to: folder.current)
    let recorder = try start(folder)
    #expect(recorder.lastRun == nil)
    #expect(recorder.lastRunError == .isNoFlight)
    recorder.mark("works")
    #expect(recorder.currentRun?.entries.map(\.name) == ["works"])
  }

  @Test func theFileHasItsSizeFromTheBeginning() throws {
    let folder = FlightFolder()
    let recorder = try start(folder, capacity: 100)
    let size = try Data(contentsOf: folder.current).count
    #expect(size == FlightLayout(names: 512, records: 128).size)
    withExtendedLifetime(recorder) {}
  }

  // MARK: Breadcrumbs

  @Test func breadcrumbsHaveNamesAndNoValues() async throws {
    let folder = FlightFolder()
    let crumbs = LockIsolated<[FlightBreadcrumb]>([])
    let recorder = try start(folder) { crumb in crumbs.withValue { $0.append(crumb) } }
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder.record(store)
    store.send(.type("secret"))
    await store.send(.fail).value
    recorder.mark("search")
    let found = crumbs.value
    #expect(found.map(\.message) == ["Pad.type", "Pad.fail", "PadError", "search"])
    #expect(found.map(\.category) == [.action, .action, .error, .mark])
    #expect(found.map(\.level) == [.info, .info, .error, .info])
  }

  @Test func valuesAreInNoFile() async throws {
    let folder = FlightFolder()
    let recorder = try start(folder)
    let store = Store(initialState: Pad.State(), feature: Pad())
    recorder.record(store)
    for _ in 0..<10 { store.send(.type("secret")) }
    await store.send(.fail).value
    let bytes = try Data(contentsOf: folder.current)
    #expect(bytes.range(of: Data("secret".utf8)) == nil)
    #expect(bytes.range(of: Data("type".utf8)) != nil)
  }
}

struct FlightFailures: AssertionProvider {
  let texts = LockIsolated<[String]>([])

  func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {}

  func fail(_ message: String, file: StaticString, line: UInt) {
    texts.withValue { $0.append(message) }
  }
}

final class PadScreen: ScreenState {}

actor PadStore: ScreenStore {
  enum Action: ActionLockable, Hashable, Sendable {
    case load(page: Int)
    case fail
  }

  let binding = ScreenBinding<PadScreen>()

  func perform(_ action: Action) async throws {
    if case .fail = action { throw PadError(text: "secret") }
  }
}

struct PadError: Error { let text: String }

protocol SomeAction: Sendable {}
struct First: SomeAction {}
struct Second: SomeAction {}

struct Anything: Feature {
  @Observable @MainActor
  final class State { var count = 0 }

  func handle() -> ActionHandler<any SomeAction, State> {
    ActionHandler { _, state in
      state.count += 1
      return .none
    }
  }
}

struct Pad: Feature {
  @Observable @MainActor
  final class State: SnapshotState {
    var text = ""
    var clears = 0
    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("text", \.text)
      SnapshotField("clears", \.clears)
    }
  }

  enum Action: Codable, Sendable {
    case type(String)
    case clear
    case load
    case loaded
    case fail
    case both
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .type(let text): state.text = text
      case .clear: state.clears += 1
      case .loaded: break
      case .load:
        return .run(id: "load", name: "words") {
          await Task.yield()
        } send: { _ in
          .loaded
        }
      case .fail: throw PadError(text: "secret")
      case .both: return .send(.clear)
      }
      return .none
    }
  }
}

struct Slow: Feature {
  @Observable @MainActor
  final class State { var count = 0 }

  enum Action: Sendable { case wait, nested }
  let gate: Gate
  let sender: SlowSender

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { [gate, sender] action, state in
      if case .wait = action {
        await gate.wait()
        sender.store?.send(.nested)
      }
      state.count += 1
      return .none
    }
  }
}

@MainActor
final class SlowSender {
  weak var store: Store<Slow>?
  nonisolated init() {}
}
