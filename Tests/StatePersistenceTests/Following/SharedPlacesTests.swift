import Observation
import StateJSON
import StateTesting
import Testing

@testable import StatePersistence

/// Several states and processes that share one place.
@MainActor @Suite(.timeLimit(.minutes(20))) struct SharedPlacesTests {
  private let memory = PersistenceMemory()
  private let clock = TestClock()

  private final class Reports {
    var conflicts: [PersistenceConflict] = []
    var reloads: [Set<String>] = []
    var errors: [SavedStateError] = []
  }

  /// Attaches a state as in a separate process, without notifications about the saves of others.
  private func attach(
    _ settings: Settings,
    _ reports: Reports = Reports(),
    isAlone: Bool = true,
    watchingEvery interval: Duration? = nil
  ) async throws -> SavedState<Settings> {
    let storage: any RecordStorage = isAlone ? OtherProcess(memory) : ObservedStorage(memory)
    return try await SavedStates.attach(
      settings,
      to: PersistenceLocation(storage, key: "state"),
      clock: clock,
      watchingEvery: interval,
      onError: { reports.errors.append($0) },
      onConflict: { reports.conflicts.append($0) },
      onReload: { reports.reloads.append($0) }
    )
  }

  @Test func whatAnotherProcessHasSavedIsLoadedByTheNextSave() async throws {
    let (here, there) = (Settings(), Settings())
    let reports = Reports()
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    there.theme = .dark
    #expect(await other.flush())
    #expect(here.theme == .light)
    here.fontSize = 20
    #expect(await saved.flush())
    #expect(here.theme == .dark)
    #expect(memory.fields == ["theme": "dark", "fontSize": 20, "notes": [:]])
    #expect(reports.reloads == [["theme"]])
    #expect(reports.conflicts.isEmpty)
    #expect(!saved.hasUnsavedChanges)
  }

  @Test func aConflictIsReportedOnceAndTheValueFromHereStays() async throws {
    let (here, there) = (Settings(), Settings())
    let (reports, others) = (Reports(), Reports())
    let saved = try await attach(here, reports)
    let other = try await attach(there, others)
    here.fontSize = 10
    #expect(await saved.flush())
    await other.reload()
    #expect(there.fontSize == 10)
    there.fontSize = 20
    #expect(await other.flush())
    here.fontSize = 30
    #expect(await saved.flush())
    #expect(here.fontSize == 30)
    #expect(memory.fields?["fontSize"] == 30)
    #expect(reports.conflicts.map(\.field) == ["fontSize"])
    #expect(reports.conflicts.first?.base == 10)
    #expect(reports.conflicts.first?.here == 30)
    #expect(reports.conflicts.first?.there == 20)
    await other.reload()
    #expect(there.fontSize == 30)
    #expect(others.conflicts.isEmpty)
    here.fontSize = 31
    #expect(await saved.flush())
    #expect(reports.conflicts.count == 1)
  }

  @Test func twoThatChangeAFieldToOneValueHaveNoConflict() async throws {
    let (here, there) = (Settings(), Settings())
    let reports = Reports()
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    there.fontSize = 20
    #expect(await other.flush())
    here.fontSize = 20
    #expect(await saved.flush())
    #expect(reports.conflicts.isEmpty)
  }

  @Test func aMergeDecidesBetweenTwoValues() async throws {
    let (here, there) = (Settings(), Settings())
    let reports = Reports()
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    there.notes = ["there": "b"]
    #expect(await other.flush())
    here.notes = ["here": "a"]
    #expect(await saved.flush())
    #expect(here.notes == ["here": "a", "there": "b"])
    #expect(memory.fields?["notes"] == ["here": "a", "there": "b"])
    #expect(reports.conflicts.isEmpty)
    await other.reload()
    #expect(there.notes == here.notes)
  }

  @Test func aReloadKeepsWhatWasChangedHere() async throws {
    let (here, there) = (Settings(), Settings())
    let reports = Reports()
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    here.fontSize = 10
    #expect(await saved.flush())
    await other.reload()
    there.fontSize = 20
    there.theme = .dark
    #expect(await other.flush())
    here.fontSize = 30
    await saved.reload()
    #expect(here.fontSize == 30)
    #expect(here.theme == .dark)
    #expect(reports.conflicts.isEmpty)
    #expect(await saved.flush())
    #expect(reports.conflicts.map(\.there) == [20])
    #expect(reports.conflicts.map(\.base) == [10])
  }

  @Test func aWatchFindsWhatOthersHaveSaved() async throws {
    let (here, there) = (Settings(), Settings())
    let reports = Reports()
    let saved = try await attach(here, reports, watchingEvery: .seconds(1))
    let other = try await attach(there)
    there.theme = .dark
    #expect(await other.flush())
    await clock.advance(by: .seconds(1))
    await Task.untilTrue { here.theme == .dark }
    #expect(here.theme == .dark)
    there.fontSize = 9
    #expect(await other.flush())
    await Task.untilTrue { clock.sleeperCount == 1 }
    await clock.advance(by: .seconds(1))
    await Task.untilTrue { here.fontSize == 9 }
    #expect(here.fontSize == 9)
    #expect(!saved.hasUnsavedChanges)
    await saved.detach()
    await Task.untilTrue { clock.sleeperCount == 0 }
    #expect(clock.sleeperCount == 0)
  }

  @Test func aStateOfTheSameProcessIsNotifiedImmediately() async throws {
    let (here, there) = (Settings(), Settings())
    _ = try await attach(here, isAlone: false)
    let other = try await attach(there, isAlone: false)
    there.theme = .dark
    #expect(await other.flush())
    #expect(here.theme == .dark)
  }

  @Test func aNewerVersionOfAnotherProcessIsNotWrittenOver() async throws {
    let here = Settings()
    let reports = Reports()
    let saved = try await attach(here, reports)
    here.fontSize = 10
    #expect(await saved.flush())
    let text = #"{"state":"Settings","version":3,"fields":{"size":"large"}}"#
    memory.save(text)
    here.fontSize = 11
    #expect(await !saved.flush())
    #expect(saved.failure?.code == .newerVersion)
    #expect(reports.errors.map(\.code) == [.newerVersion])
    #expect(memory.text == text)
    #expect(here.fontSize == 11)
    #expect(saved.hasUnsavedChanges)
  }

  @Test func damageByAnotherProcessIsSetAsideAndAllIsSavedAgain() async throws {
    let here = Settings()
    let reports = Reports()
    let saved = try await attach(here, reports)
    here.fontSize = 10
    here.theme = .dark
    #expect(await saved.flush())
    memory.save("damage")
    await saved.reload()
    here.fontSize = 11
    #expect(await saved.flush())
    #expect(memory.fields == ["theme": "dark", "fontSize": 11, "notes": [:]])
    #expect(memory.keys == ["state", "state.damaged-1"])
    #expect(reports.errors.map(\.setAside) == ["state.damaged-1"])
  }

  @Test func whatAnotherProcessHasRemovedIsSavedAgain() async throws {
    let here = Settings()
    let saved = try await attach(here)
    here.fontSize = 10
    #expect(await saved.flush())
    memory["state"] = nil
    here.theme = .dark
    #expect(await saved.flush())
    #expect(memory.fields == ["theme": "dark", "fontSize": 10, "notes": [:]])
  }

  @Test func unknownFieldsOfOthersAreKept() async throws {
    let here = Settings()
    let saved = try await attach(here)
    memory.save(#"{"version":2,"fields":{"new":[1]}}"#)
    here.theme = .dark
    #expect(await saved.flush())
    #expect(memory.fields?["new"] == .array([1]))
  }

  // MARK: Waiting changes

  /// Attaches a state with a number that others add to.
  private func attach(
    _ tally: Tally,
    _ reports: Reports = Reports()
  ) async throws -> SavedState<Tally> {
    try await SavedStates.attach(
      tally,
      to: PersistenceLocation(OtherProcess(memory), key: "state"),
      clock: clock,
      onError: { reports.errors.append($0) },
      onConflict: { reports.conflicts.append($0) }
    )
  }

  @Test func aSecondReloadLeavesTheBaseOfAWaitingChange() async throws {
    let (here, there) = (Tally(), Tally())
    let saved = try await attach(here)
    let other = try await attach(there)
    here.count = 1
    for _ in 0..<2 {
      there.count += 5
      there.plain += 1
      #expect(await other.flush())
      await saved.reload()
      #expect(here.plain == there.plain)
    }
    there.count += 100
    #expect(await other.flush())
    #expect(await saved.flush())
    #expect(here.count == 111)
    #expect(memory.fields?["count"] == 111)
  }

  @Test func aConflictAfterTwoReloadsHasTheFirstBase() async throws {
    let (here, there) = (Tally(), Tally())
    let reports = Reports()
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    here.plain = 1
    for value in [2, 3] {
      there.plain = value
      #expect(await other.flush())
      await saved.reload()
    }
    #expect(await saved.flush())
    #expect(reports.conflicts.map(\.base) == [0])
    #expect(reports.conflicts.map(\.there) == [3])
  }

  @Test func bothAddTheSame() async throws {
    let (here, there) = (Tally(), Tally())
    let saved = try await attach(here)
    let other = try await attach(there)
    here.count = 1
    there.count = 1
    #expect(await saved.flush())
    #expect(await other.flush())
    #expect(there.count == 2)
    await saved.reload()
    #expect(here.count == 2)
  }

  @Test func aSetInAnotherOrderIsNotAChange() async throws {
    let (here, there) = (Bag(), Bag())
    let reports = Reports()
    func attach(_ bag: Bag) async throws -> SavedState<Bag> {
      try await SavedStates.attach(
        bag,
        to: PersistenceLocation(OtherProcess(memory), key: "state"),
        clock: clock,
        onConflict: { reports.conflicts.append($0) },
        onReload: { reports.reloads.append($0) }
      )
    }
    let words = Set((0..<20).map { "\($0)" })
    here.words = words
    here.pages = [BagPage(words)]
    let saved = try await attach(here)
    #expect(await saved.saveAll())
    let other = try await attach(there)
    // An equal set with another text, because it was larger before.
    here.words.formUnion((100..<2000).map { "\($0)" })
    here.words.formIntersection(words)
    here.pages[0].words.formUnion((100..<2000).map { "\($0)" })
    here.pages[0].words.formIntersection(words)
    #expect(try SavedJSON(encoding: here.words) != SavedJSON(encoding: there.words))
    let before = memory.text
    #expect(await saved.flush())
    #expect(memory.text == before)
    there.words.insert("there")
    there.pages[0].words.insert("there")
    #expect(await other.flush())
    here.words.insert("x")
    here.words.remove("x")
    here.pages[0].words.remove("x")
    #expect(await saved.flush())
    #expect(here.words == there.words)
    #expect(here.pages[0].words == there.pages[0].words)
    #expect(reports.conflicts.isEmpty)
    #expect(reports.reloads == [["words", "pages"]])
  }

  // MARK: Mismatched values

  @Test func aValueOfAnotherTypeIsCopiedBeforeItIsWrittenOver() async throws {
    let here = Settings()
    let reports = Reports()
    let saved = try await attach(here, reports)
    here.fontSize = 10
    #expect(await saved.flush())
    memory.save(#"{"state":"Settings","version":2,"revision":9,"fields":{"fontSize":"large"}}"#)
    await saved.reload()
    #expect(here.fontSize == 10)
    #expect(reports.errors.map(\.field) == ["fontSize"])
    here.theme = .dark
    #expect(await saved.flush())
    #expect(memory.fields?["fontSize"] == "large")
    #expect(memory.keys == ["state"])
    here.fontSize = 11
    #expect(await saved.flush())
    #expect(memory.fields?["fontSize"] == 11)
    let copy = try #require(memory["state.damaged-1"])
    #expect(String(decoding: copy, as: UTF8.self).contains("large"))
    #expect(reports.errors.last?.setAside == "state.damaged-1")
    // A change both here and elsewhere causes a conflict and a copy.
    memory.save(#"{"state":"Settings","version":2,"revision":9,"fields":{"fontSize":"huge"}}"#)
    here.fontSize = 12
    #expect(await saved.flush())
    #expect(reports.conflicts.map(\.there) == ["huge"])
    #expect(memory.keys == ["state", "state.damaged-1", "state.damaged-2"])
  }

  /// A save applies the values of others, and leaves a value that can't be encoded unchanged.
  @Test func aValueThatDoesNotEncodeKeepsItsBase() async throws {
    let (here, there) = (Tally(), Tally())
    let reports = Reports()
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    here.odd = OddNumber(value: 1)
    there.odd = OddNumber(value: 2)
    there.plain = 1
    #expect(await other.flush())
    #expect(await !saved.flush())
    #expect(here.odd.value == 1)
    #expect(memory.fields?["odd"] == 2)
    here.odd = OddNumber(value: 4)
    #expect(await saved.flush())
    #expect(reports.conflicts.map(\.there) == [2])
    #expect(reports.conflicts.map(\.base) == [0])
    #expect(here.plain == 1)
  }
}

@Observable @MainActor
private final class Bag: PersistentState {
  var words: Set<String> = []
  var pages: [BagPage] = []

  static let persistence = Persistence<Bag>(version: 1) {
    Persisted("words", \.words)
    Persisted("pages", children: \.pages) { BagPage([]) }
  }
}

@Observable @MainActor
private final class BagPage: PersistentState {
  var words: Set<String>

  init(_ words: Set<String>) {
    self.words = words
  }

  static let persistence = Persistence<BagPage>(version: 1) { Persisted("words", \.words) }
}
