import Foundation
import Observation
import StateCore
import StateJSON
import StateTesting
import Testing

@testable import StatePersistence

@MainActor @Suite(.timeLimit(.minutes(20))) struct SavedStatesTests {
  private let memory = PersistenceMemory()
  private let storage: ObservedStorage
  private let clock = TestClock()

  init() {
    storage = ObservedStorage(memory)
  }

  private final class Reports {
    var errors: [SavedStateError] = []
    var conflicts: [PersistenceConflict] = []
    var reloads: [Set<String>] = []
  }

  private let reports = Reports()

  private func attach<State: PersistentState>(
    _ state: State,
    watchingEvery interval: Duration? = nil
  ) async throws -> SavedState<State> {
    try await SavedStates.attach(
      state,
      to: storage.location,
      clock: clock,
      watchingEvery: interval,
      onError: { [reports] in reports.errors.append($0) },
      onConflict: { [reports] in reports.conflicts.append($0) },
      onReload: { [reports] in reports.reloads.append($0) }
    )
  }

  // MARK: Loading

  @Test func withoutAnythingSavedAStateStaysAsItIs() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    #expect(settings.fontSize == 12)
    #expect(!saved.hasUnsavedChanges)
    #expect(await saved.flush())
    #expect(memory.keys.isEmpty)
  }

  @Test func whatIsSavedComesBack() async throws {
    memory.save(#"{"state":"Settings","version":2,"fields":{"theme":"dark","fontSize":14}}"#)
    let settings = Settings()
    settings.isLoading = true
    let saved = try await attach(settings)
    #expect(settings.theme == .dark)
    #expect(settings.fontSize == 14)
    #expect(settings.isLoading)
    #expect(!saved.hasUnsavedChanges)
    #expect(reports.errors.isEmpty)
  }

  @Test func aChangeDuringTheLoadStaysAndIsSaved() async throws {
    memory.save(#"{"state":"Settings","version":2,"fields":{"theme":"dark","fontSize":14}}"#)
    let settings = Settings()
    // This runs in a turn of the main actor before the load ends.
    storage.onNextRead { MainThread.run { settings.fontSize = 20 } }
    let saved = try await attach(settings)
    #expect(settings.theme == .dark)
    #expect(settings.fontSize == 20)
    #expect(await saved.flush())
    #expect(memory.fields?["fontSize"] == 20)
    #expect(memory.fields?["theme"] == "dark")
  }

  @Test func aChangeDuringTheLoadIsMergedWhereTheFieldIs() async throws {
    let there = #"{"fontSize":14,"notes":{"there":"b"}}"#
    memory.save(#"{"state":"Settings","version":2,"fields":\#(there)}"#)
    let settings = Settings()
    storage.onNextRead { MainThread.run { settings.notes = ["here": "a"] } }
    let saved = try await attach(settings)
    #expect(settings.notes == ["here": "a", "there": "b"])
    #expect(memory.fields?["notes"] == ["here": "a", "there": "b"])
    #expect(!saved.hasUnsavedChanges)
    settings.notes["there"] = nil
    #expect(await saved.flush())
    #expect(memory.fields?["notes"] == ["here": "a"])
    #expect(reports.conflicts.isEmpty && reports.errors.isEmpty)
  }

  // MARK: Saves

  @Test func aChangeIsSavedAfterTheWindow() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 13
    #expect(saved.hasUnsavedChanges)
    await clock.advance(by: .milliseconds(249))
    #expect(storage.tries == 0)
    settings.fontSize = 14
    await clock.advance(by: .milliseconds(1))
    await storage.waitForTries(1)
    #expect(memory.fields == ["theme": "light", "fontSize": 14, "notes": [:]])
    // Fields that aren't listed aren't saved.
    settings.isLoading = true
    #expect(await saved.flush())
    #expect(!saved.hasUnsavedChanges)
    #expect(storage.writes == 1)
  }

  @Test func manyChangesInOneWindowAreOneWrite() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    for size in 1...10_000 { settings.fontSize = size }
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(250))
    await storage.waitForTries(1)
    #expect(await saved.flush())
    #expect(storage.writes == 1)
    #expect(memory.fields?["fontSize"] == 10_000)
  }

  @Test func eachWindowBeginsWithAChange() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    for round in 1...3 {
      settings.fontSize = round
      await clock.advance(by: .milliseconds(250))
      await storage.waitForTries(round)
      #expect(await saved.flush())
      #expect(memory.fields?["fontSize"] == JSONValue(integerLiteral: Int64(round)))
      await clock.advance(by: .seconds(10))
      #expect(storage.writes == round)
    }
  }

  @Test func aValueThatIsTheSameIsNotWritten() async throws {
    memory.save(
      #"{"state":"Settings","version":2,"fields":{"fontSize":12,"notes":{},"theme":"light"}}"#
    )
    let before = memory.text
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 13
    settings.fontSize = 12
    #expect(await saved.flush())
    #expect(memory.text == before)
    #expect(storage.writes == 0)
  }

  @Test func aShortWindowCountsNextToALongOne() async throws {
    func attach(_ key: String, _ window: Duration) async throws -> Settings {
      let settings = Settings()
      _ = try await SavedStates.attach(
        settings,
        to: PersistenceLocation(storage, key: key),
        window: window,
        clock: clock
      )
      return settings
    }
    let (long, short) = (
      try await attach("long", .seconds(1000)), try await attach("short", .milliseconds(100))
    )
    long.fontSize = 1
    await clock.advance(by: .seconds(1))
    short.fontSize = 2
    await clock.advance(by: .milliseconds(100))
    await storage.waitForTries(1)
    #expect(memory.keys == ["long", "short"])
    await Task.untilTrue { clock.sleeperCount == 0 }
    #expect(clock.sleeperCount == 0)
  }

  @Test func aFlushSavesAtOnce() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.theme = .dark
    #expect(await saved.flush())
    #expect(memory.fields?["theme"] == "dark")
    #expect(clock.sleeperCount == 0)
  }

  @Test func flushesAtOneTimeEachSaveWhatWasBefore() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 20
    async let first = saved.flush()
    await Task.yield()
    settings.fontSize = 21
    async let second = saved.flush()
    #expect(await second)
    #expect(memory.fields?["fontSize"] == 21)
    #expect(await first)
  }

  @Test func theLastChangesOfAStateThatGoesAreSaved() async throws {
    weak var gone: Settings?
    do {
      let settings = Settings()
      gone = settings
      _ = try await attach(settings)
      settings.fontSize = 30
    }
    await clock.advance(by: .milliseconds(250))
    await storage.waitForTries(1)
    #expect(memory.fields?["fontSize"] == 30)
    await Task.untilTrue { gone == nil }
    #expect(gone == nil)
  }

  @Test func aStateWithoutChangesGoes() async throws {
    weak var gone: Settings?
    weak var group: SaveGroup?
    do {
      let settings = Settings()
      gone = settings
      let saved = try await attach(settings)
      settings.fontSize = 1
      #expect(await saved.flush())
      group = SaveGroup.of(storage, clock)
    }
    #expect(gone == nil)
    #expect(group == nil)
  }

  @Test func allFieldsAreSavedOnDemand() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    #expect(await saved.saveAll())
    #expect(memory.fields?["fontSize"] == 12)
    #expect(memory.fields?["theme"] == "light")
    #expect(!saved.hasUnsavedChanges)
    storage.failure = full
    settings.fontSize = 13
    #expect(await !saved.saveAll())
    #expect(saved.failure?.code == .unwritable)
    #expect(saved.hasUnsavedChanges)
    storage.failure = nil
    #expect(await saved.saveAll())
    #expect(memory.fields?["fontSize"] == 13)
    #expect(await saved.detach())
    settings.fontSize = 14
    #expect(await saved.saveAll())
    #expect(!saved.hasUnsavedChanges)
    #expect(memory.fields?["fontSize"] == 13)
  }

  @Test func nothingIsSavedAfterDetach() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 20
    #expect(await saved.detach())
    settings.fontSize = 21
    await clock.advance(by: .seconds(10))
    #expect(await saved.flush())
    #expect(memory.fields?["fontSize"] == 20)
    memory.save(#"{"version":2,"fields":{"fontSize":5}}"#)
    await saved.reload()
    #expect(settings.fontSize == 21)
  }

  // MARK: Failures

  private let full = SavedStateError(.unwritable, "No space left on device")

  @Test func aWriteThatFailsIsReportedAndTriedAgain() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    storage.failure = full
    settings.fontSize = 20
    #expect(await !saved.flush())
    #expect(saved.hasUnsavedChanges)
    #expect(saved.failure?.reason == full.reason)
    // Further attempts don't report anything new.
    await clock.advance(by: .milliseconds(50))
    await storage.waitForTries(2)
    #expect(await !saved.flush())
    #expect(reports.errors.map(\.description) == ["state: No space left on device"])
    storage.failure = nil
    await clock.advance(by: .seconds(10))
    await storage.waitForTries(4)
    #expect(await saved.flush())
    #expect(saved.failure == nil)
    #expect(memory.fields?["fontSize"] == 20)
  }

  @Test func aStateIsKeptUntilItsChangesAreSaved() async throws {
    weak var gone: Settings?
    do {
      let settings = Settings()
      gone = settings
      let saved = try await attach(settings)
      storage.failure = full
      settings.fontSize = 20
      #expect(await !saved.flush())
    }
    #expect(gone != nil)
    storage.failure = nil
    await clock.advance(by: .milliseconds(50))
    await storage.waitForTries(2)
    #expect(memory.fields?["fontSize"] == 20)
    await Task.untilTrue { gone == nil }
    #expect(gone == nil)
  }

  @Test func aLaterValueIsWrittenByTheNextTry() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    storage.failure = full
    settings.fontSize = 20
    #expect(await !saved.flush())
    settings.fontSize = 21
    settings.theme = .dark
    storage.failure = nil
    #expect(await saved.flush())
    #expect(memory.fields?["fontSize"] == 21)
    #expect(memory.fields?["theme"] == "dark")
  }

  @Test func whatCannotBeReadIsNotWrittenOver() async throws {
    storage.failure = SavedStateError(.unreadable, "Permission denied")
    await #expect(throws: SavedStateError.self) { try await attach(Settings()) }
    #expect(storage.tries == 0)
  }

  // MARK: Unusable saved states

  @Test func aNewerVersionIsRefusedAndLeftAlone() async throws {
    let text = #"{"state":"Settings","version":3,"fields":{"fontSize":14}}"#
    memory.save(text)
    let settings = Settings()
    let error = try await #require(throws: SavedStateError.self) { try await attach(settings) }
    #expect(error.code == .newerVersion)
    #expect(
      error.description
        == "state: Settings was saved as version 3, but this app supports version 2"
    )
    settings.fontSize = 1
    await clock.advance(by: .seconds(10))
    #expect(storage.tries == 0)
    #expect(memory.text == text)
  }

  @Test func anotherStateIsRefusedAndLeftAlone() async throws {
    let text = #"{"state":"Account","version":1,"fields":{}}"#
    memory.save(text)
    let error = try await #require(throws: SavedStateError.self) { try await attach(Settings()) }
    #expect(error.code == .otherState)
    #expect(memory.text == text)
  }

  @Test func damagedFilesAreSetAside() async throws {
    memory.save(#"{"state":"Settings","version":2,"fields":{"fontSize":1"#)
    let settings = Settings()
    let saved = try await attach(settings)
    #expect(settings.fontSize == 12)
    #expect(reports.errors.map(\.code) == [.damaged])
    #expect(reports.errors.first?.setAside == "state.damaged-1")
    #expect(memory.keys == ["state.damaged-1"])
    settings.fontSize = 13
    #expect(await saved.flush())
    #expect(memory.keys == ["state", "state.damaged-1"])
    memory.save("again")
    _ = try await attach(Settings())
    #expect(memory.keys == ["state.damaged-1", "state.damaged-2"])
  }

  @Test func aFieldThatDoesNotDecodeIsKeptInACopy() async throws {
    memory.save(#"{"version":2,"fields":{"theme":"blue","fontSize":14}}"#)
    let settings = Settings()
    let saved = try await attach(settings)
    #expect(settings.theme == .light)
    #expect(settings.fontSize == 14)
    #expect(reports.errors.map(\.code) == [.field])
    #expect(reports.errors.first?.field == "theme")
    #expect(reports.errors.first?.setAside == nil)
    settings.fontSize = 15
    #expect(await saved.flush())
    // The saved value still exists.
    #expect(memory.fields?["theme"] == "blue")
    #expect(memory.keys == ["state"])
    settings.theme = .dark
    #expect(await saved.flush())
    #expect(memory.fields?["theme"] == "dark")
    #expect(reports.errors.map(\.setAside) == [nil, "state.damaged-1"])
    #expect(saved.failure == nil)
    let copy = try #require(memory["state.damaged-1"])
    #expect(String(decoding: copy, as: UTF8.self).contains("blue"))
  }

  @Test func aNumberOfSavesMayBeAny() async throws {
    memory.save(#"{"version":2,"revision":9223372036854775807,"fields":{}}"#)
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 15
    #expect(await saved.flush())
    #expect(memory.fields?["fontSize"] == 15)
  }

  @Test func unknownFieldsAreKept() async throws {
    memory.save(
      #"{"version":2,"fields":{"fontSize":14,"later":{"exact":0.10000000000000000001}}}"#
    )
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 15
    #expect(await saved.flush())
    #expect(memory.text?.contains(#""later":{"exact":0.10000000000000000001}"#) == true)
  }

  @Test func aValueThatDoesNotEncodeIsReportedAndTheOthersAreSaved() async throws {
    let state = Numbers()
    let saved = try await attach(state)
    state.odd = OddNumber(value: 1)
    state.count = 3
    #expect(await !saved.flush())
    #expect(memory.fields?["count"] == 3)
    // The saved value is unchanged.
    #expect(memory.fields?["odd"] == 0)
    #expect(reports.errors.map(\.field) == ["odd"])
    #expect(reports.errors.first?.reason == "1 is odd")
    #expect(saved.failure == reports.errors.first)
    #expect(saved.hasUnsavedChanges)
    // Each save retries the value, but reports nothing new.
    state.count = 4
    #expect(await !saved.flush())
    #expect(await !saved.flush())
    #expect(memory.fields?["count"] == 4)
    #expect(reports.errors.count == 1)
    state.odd = OddNumber(value: 2)
    #expect(await saved.flush())
    #expect(saved.failure == nil)
    #expect(!saved.hasUnsavedChanges)
    #expect(memory.fields?["odd"] == 2)
  }

  @Test func aDetachSaysThatAValueIsNotSaved() async throws {
    weak var gone: Numbers?
    do {
      let state = Numbers()
      gone = state
      let saved = try await attach(state)
      state.odd = OddNumber(value: 1)
      #expect(await !saved.detach())
      #expect(saved.failure?.field == "odd")
      #expect(saved.hasUnsavedChanges)
      #expect(await !saved.flush())
    }
    await Task.untilTrue { gone == nil }
    #expect(gone == nil)
  }

  @Test func aStateIsNotKeptForAValueThatDoesNotEncode() async throws {
    weak var gone: Numbers?
    do {
      let state = Numbers()
      gone = state
      let saved = try await attach(state)
      state.odd = OddNumber(value: 1)
      #expect(await !saved.flush())
    }
    #expect(gone == nil)
  }

  /// A retry must not save what a state had before it was detached.
  @Test func aDetachedStateIsNotSavedByALaterTry() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    storage.failure = full
    settings.fontSize = 20
    #expect(await !saved.detach())
    storage.failure = nil
    await clock.advance(by: .seconds(10))
    let other = Settings()
    let later = try await attach(other)
    other.theme = .dark
    #expect(await later.flush())
    #expect(memory.fields?["fontSize"] == 12)
    // The detached state still exists.
    #expect(settings.fontSize == 20)
  }

  @Test func aFieldThatDoesNotFitIsKeptInOneCopyAtMost() async throws {
    memory.save(#"{"version":2,"fields":{"theme":"blue","fontSize":14}}"#)
    for round in 1...5 {
      let settings = Settings()
      let saved = try await attach(settings)
      settings.fontSize = round
      #expect(await saved.detach())
      #expect(memory.fields?["theme"] == "blue")
    }
    #expect(memory.keys == ["state"])
    let settings = Settings()
    let saved = try await attach(settings)
    settings.theme = .dark
    #expect(await saved.flush())
    #expect(await saved.saveAll())
    #expect(memory.keys == ["state", "state.damaged-1"])
  }

  // MARK: Repeated attachment

  /// For example, a view's task that runs again attaches it twice.
  @Test func aStateThatIsAttachedTwiceIsFollowedOnce() async throws {
    let settings = Settings()
    let first = try await attach(settings)
    settings.fontSize = 30
    let second = try await attach(settings)
    #expect(settings.fontSize == 30)
    for size in 31...39 {
      settings.fontSize = size
      #expect(await (size.isMultiple(of: 2) ? first : second).flush())
      #expect(settings.fontSize == size)
      #expect(storage.writes == size - 30)
    }
    #expect(reports.conflicts.isEmpty && reports.reloads.isEmpty)
    #expect(await first.detach())
    // Detaching the same handle again has no effect.
    #expect(await first.detach())
    settings.fontSize = 40
    #expect(await second.flush())
    #expect(memory.fields?["fontSize"] == 40)
    #expect(await second.detach())
    settings.fontSize = 41
    await clock.advance(by: .seconds(10))
    #expect(await second.flush())
    #expect(memory.fields?["fontSize"] == 40)
    // The state is attached again from the start.
    let third = try await attach(settings)
    #expect(settings.fontSize == 40)
    settings.fontSize = 42
    #expect(await third.flush())
    #expect(memory.fields?["fontSize"] == 42)
  }

  @Test func aStateThatIsAttachedTwiceWhileItLoadsIsFollowedOnce() async throws {
    memory.save(#"{"version":2,"fields":{"fontSize":14}}"#)
    let settings = Settings()
    async let first = attach(settings)
    async let second = attach(settings)
    let (one, other) = try await (first, second)
    #expect(settings.fontSize == 14)
    settings.fontSize = 15
    #expect(await one.flush())
    #expect(storage.writes == 1)
    #expect(!other.hasUnsavedChanges)
    #expect(reports.conflicts.isEmpty)
  }

  @Test func aStateThatCannotBeAttachedCannotBeAttachedTwice() async throws {
    memory.save(#"{"state":"Other","version":1,"fields":{}}"#)
    let settings = Settings()
    let tries = (0..<2).map { _ in
      Task { @MainActor in try await attach(settings).hasUnsavedChanges }
    }
    for task in tries {
      await #expect(throws: SavedStateError.self) { try await task.value }
    }
    memory["state"] = nil
    let saved = try await attach(settings)
    settings.fontSize = 15
    #expect(await saved.flush())
  }

  // MARK: Invalid declarations

  @Test func aFieldThatCannotBeObservedIsAMistake() async throws {
    let error = try await #require(throws: SavedStateError.self) {
      try await attach(Unobserved())
    }
    #expect(error.code == .declaration)
    #expect(error.reason.contains("\"name\" of Unobserved"))
  }

  @Test func aStateThatIsNotAttachedIsNotKept() async throws {
    weak var gone: HalfObserved?
    do {
      let state = HalfObserved()
      gone = state
      await #expect(throws: SavedStateError.self) { try await attach(state) }
      state.count = 1
    }
    #expect(gone == nil)
  }

  @Test func mistakesOfADeclarationAreFound() async throws {
    let error = try await #require(throws: SavedStateError.self) { try await attach(Doubled()) }
    #expect(error.code == .declaration)
    #expect(error.reason == "the declaration of Doubled: two fields are named \"count\"")
  }
}

struct OddNumber: Codable, Sendable {
  var value: Int

  init(value: Int) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard value.isMultiple(of: 2) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "\(value) is odd")
      )
    }
    try container.encode(value)
  }
}

@Observable @MainActor
private final class Numbers: PersistentState {
  var odd = OddNumber(value: 0)
  var count = 0

  static let persistence = Persistence<Numbers>(version: 1) {
    Persisted("odd", \.odd)
    Persisted("count", \.count)
  }
}

@MainActor
private final class Unobserved: PersistentState {
  var name = ""

  static let persistence = Persistence<Unobserved>(version: 1) { Persisted("name", \.name) }
}

@Observable @MainActor
private final class HalfObserved: PersistentState {
  var count = 0
  @ObservationIgnored var name = ""

  static let persistence = Persistence<HalfObserved>(version: 1) {
    Persisted("count", \.count)
    Persisted("name", \.name)
  }
}

@Observable @MainActor
private final class Doubled: PersistentState {
  var count = 0

  static let persistence = Persistence<Doubled>(version: 1) {
    Persisted("count", \.count)
    Persisted("count", \.count)
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits for a condition that other tasks fulfill soon, for at most a minute.
  @MainActor
  static func untilTrue(_ condition: @MainActor () -> Bool) async {
    let end = ContinuousClock.now + .seconds(60)
    while !condition(), ContinuousClock.now < end { await Task.yield() }
  }
}
