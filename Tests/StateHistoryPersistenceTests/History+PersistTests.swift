import Foundation
import ScreenStateKit
import StateCore
import StateHistory
import StateJournal
import StateTestSupport
import StateTesting
import Testing

@testable import StateHistoryPersistence
@testable import StatePersistence

/// Histories that continue after a launch.
@MainActor
@Suite(.needsVirtualTime, .simulated, .timeLimit(.minutes(20)))
struct HistoryPersistTests {
  private let memory = PersistenceMemory()
  private let clock = TestClock()

  private func launch() async throws -> Launch { try await Launch(memory, clock) }

  /// Ends a launch, and begins the next one.
  private func next(_ launch: Launch) async throws -> Launch {
    await launch.end()
    return try await self.launch()
  }

  @Test func stepsContinueInTheNextLaunch() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    launch.change { ($0.text, $0.tags) = ("text", ["x", "y", "z"]) }
    launch.change { $0.title = "B" }
    launch.undo()
    await launch.save()
    launch = try await next(launch)
    #expect(launch.undoCount == 2 && launch.redoCount == 1 && launch.errors.isEmpty)
    #expect(launch.history?.undoName == "Change")
    #expect(launch.redo())
    #expect(launch.state.title == "B")
    #expect(launch.undo() && launch.undo())
    #expect(launch.state.text.isEmpty && launch.state.tags.isEmpty && launch.state.title == "A")
    #expect(launch.undo())
    #expect(launch.state.title.isEmpty && !launch.undo())
  }

  @Test func aRemovedRowReturnsWithItsValues() async throws {
    var launch = try await launch()
    launch.change { $0.rows = [Row(1), Row(2)] }
    launch.change { $0.rows[0].name = "one" }
    launch.change {
      $0.rows[0].detail = Detail()
      $0.rows[0].detail?.note = "deep"
    }
    launch.change { $0.rows.removeFirst() }
    launch = try await next(launch)
    let second = launch.state.rows.first
    #expect(launch.undoCount == 4)
    launch.undo()
    #expect(launch.state.values == "||[]||white|[1 one deep; 2  -]|-")
    #expect(launch.state.rows[1] === second)
    launch.undo()
    #expect(launch.state.rows[0].detail == nil)
    launch.undo()
    #expect(launch.state.rows[0].name.isEmpty)
    for _ in 1...3 { launch.redo() }
    #expect(launch.state.rows.map(\.id) == [2])
    launch = try await next(launch)
    #expect(launch.undoCount == 4)
    launch.undo()
    #expect(launch.state.values == "||[]||white|[1 one deep; 2  -]|-")
  }

  @Test func anAddedChildLeavesAndReturns() async throws {
    var launch = try await launch()
    launch.change { $0.detail = Detail() }
    launch.change { $0.detail?.note = "note" }
    launch.undo()
    launch.undo()
    launch = try await next(launch)
    #expect(launch.redoCount == 2 && launch.state.detail == nil)
    launch.redo()
    launch.redo()
    #expect(launch.state.detail?.note == "note")
    launch.undo()
    #expect(launch.state.detail?.note == "")
  }

  @Test func aStepThatIsNotSavedEndsTheSteps() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    launch.change { ($0.cursor, $0.text) = (4, "text") }
    launch.change { $0.title = "B" }
    launch = try await next(launch)
    #expect(launch.undoCount == 1)
    launch.undo()
    #expect(launch.state.title == "A" && launch.state.text == "text")
    launch.change { $0.secret = "secret" }
    launch = try await next(launch)
    #expect(launch.undoCount == 0)
    #expect(launch.state.secret == "secret")
  }

  @Test func redactedValuesAreNotWrittenWithSteps() async throws {
    let launch = try await launch()
    launch.change { $0.secret = "kQ7-secret" }
    launch.change { $0.title = "A" }
    await launch.end()
    let data = try #require(memory["history"])
    #expect(!String(decoding: data, as: UTF8.self).contains("kQ7-secret"))
  }

  @Test func redactedValuesOfChildrenAreNotWrittenWithSteps() async throws {
    var launch = try await launch()
    launch.state.cover.pin = "kQ7-secret"
    launch.change { $0.cover.color = "red" }
    launch.change { $0.title = "A" }
    launch = try await next(launch)
    let data = try #require(memory["history"])
    #expect(!String(decoding: data, as: UTF8.self).contains("kQ7-secret"))
    #expect(launch.undoCount == 2 && launch.errors.isEmpty)
    launch.undo()
    launch.undo()
    #expect(launch.state.cover.color == "white" && launch.state.cover.pin == "kQ7-secret")
  }

  @Test func stepsThatChangeDuringATimeTravelAreWrittenAfterIt() async throws {
    var launch = try await launch()
    let journal = Journal()
    journal.record(launch.store)
    let number = try #require(journal.entries.last?.number)
    launch.change { $0.title = "A" }
    await launch.save()
    journal.travel(to: number)
    launch.history?.clear()
    await settle()
    await clock.advance(by: .milliseconds(300))
    await settle()
    journal.resume()
    await launch.save()
    launch = try await next(launch)
    #expect(launch.undoCount == 0 && launch.state.title == "A" && launch.errors.isEmpty)
  }

  @Test func aForeignChangeIsNotUndoneLater() async throws {
    var launch = try await launch()
    launch.change { ($0.title, $0.text) = ("A", "a") }
    await launch.save()
    launch.server { $0.title = "server" }
    launch = try await next(launch)
    #expect(launch.undoCount == 1 && launch.errors.isEmpty)
    launch.undo()
    #expect(launch.state.title == "server" && launch.state.text.isEmpty)
  }

  // MARK: Unusable steps

  @Test func anotherValueStartsEmpty() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    launch.change { $0.visits = 3 }
    await launch.end()
    let history = memory["history"]
    let other = try await Launch(memory, clock, attaches: false)
    other.state.title = "elsewhere"
    await other.end()
    launch = try await self.launch()
    #expect(launch.codes == [.otherValues] && launch.undoCount == 0)
    #expect(launch.errors.first?.description.contains("\"title\"") == true)
    #expect(launch.state.title == "elsewhere")
    #expect(memory["history"] == history)
    launch.change { $0.title = "B" }
    launch = try await next(launch)
    #expect(launch.undoCount == 1 && launch.errors.isEmpty)
  }

  @Test func aChangeOfAFieldWithoutStepsStartsNothing() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    await launch.end()
    let other = try await Launch(memory, clock, attaches: false)
    other.state.visits = 7
    other.state.text = "elsewhere"
    await other.end()
    launch = try await self.launch()
    #expect(launch.errors.isEmpty && launch.undoCount == 1)
    launch.undo()
    #expect(launch.state.values == "|elsewhere|[]||white|[]|-")
  }

  @Test func anotherVersionStartsEmpty() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    await launch.end()
    let text = try #require(memory["history"].map { String(decoding: $0, as: UTF8.self) })
    memory["history"] = Data(text.replacing("\"Page\":1", with: "\"Page\":2").utf8)
    launch = try await self.launch()
    #expect(launch.codes == [.otherVersion] && launch.undoCount == 0)
    #expect(launch.state.title == "A")
  }

  @Test(arguments: ["", "{", "{\"state\":\"history\",\"version\":1,\"fields\":{}}", "half"])
  func aDamagedFileIsSetAside(text: String) async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    await launch.end()
    let whole = try #require(memory["history"])
    memory["history"] = text == "half" ? whole.prefix(whole.count / 2) : Data(text.utf8)
    let damaged = memory["history"]
    launch = try await self.launch()
    #expect(launch.undoCount == 0 && launch.state.title == "A")
    #expect(launch.codes == [.damaged])
    #expect(launch.errors.first?.setAside == "history.damaged-1")
    #expect(memory["history.damaged-1"] == damaged && memory["history"] == nil)
  }

  @Test func eachWrongNumberIsDamageOrHarmless() async throws {
    var launch = try await launch()
    launch.change { $0.rows = [Row(1), Row(2)] }
    launch.change { $0.rows.removeFirst() }
    launch.change { $0.detail = Detail() }
    launch.undo()
    await launch.end()
    let text = try #require(memory["history"].map { String(decoding: $0, as: UTF8.self) })
    let state = memory["state"]
    for place in text.indices where text[place].isNumber {
      var changed = text
      changed.replaceSubrange(place...place, with: "9")
      memory["history"] = Data(changed.utf8)
      memory["state"] = state
      launch = try await self.launch()
      while launch.undo() {}
      while launch.redo() {}
      await launch.end()
    }
  }

  @Test func theFileOfAStateIsRefusedAndKept() async throws {
    let launch = try await Launch(memory, clock, attaches: false)
    launch.change { $0.title = "A" }
    await launch.save()
    let state = memory["state"]
    await #expect(throws: SavedStateError.self) {
      try await launch.history?.persist(to: .memory(memory)) { _ in }
    }
    launch.change { $0.title = "B" }
    await launch.save()
    #expect(memory["state"] != state)
    try await launch.attach(memory)
    await launch.save()
    #expect(memory["history"] != nil)
  }

  // MARK: Mistakes

  @Test func aHistoryOfStatesThatAreNotSavedIsRefused() async throws {
    let launch = try await Launch(memory, clock, attaches: false)
    await launch.saved.detach()
    await #expect(throws: SavedStateError.self) { try await launch.attach(memory) }
  }

  @Test func aSecondLocationOrAUsedOneIsRefused() async throws {
    let launch = try await launch()
    await #expect(throws: SavedStateError.self) { try await launch.attach(memory) }
    let other = History(of: launch.store, \.title)
    let error = await #expect(throws: SavedStateError.self) {
      try await other.persist(to: .memory(memory, key: "history"))
    }
    #expect(error?.code == .inUse)
  }

  @Test func stepsFromBeforeTheCallStay() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    await launch.end()
    launch = try await Launch(memory, clock) { $0.change { $0.text = "early" } }
    #expect(launch.codes == [.inUse] && launch.undoCount == 1)
    launch = try await next(launch)
    #expect(launch.undoCount == 1)
    launch.undo()
    #expect(launch.state.values == "A||[]||white|[]|-")
  }

  // MARK: Times

  @Test func clearIsSavedWithoutAChangeOfTheState() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    await launch.save()
    launch.history?.clear()
    launch = try await next(launch)
    #expect(launch.undoCount == 0 && launch.errors.isEmpty)
  }

  @Test func theLastChangesAreSavedAfterTheEnd() async throws {
    var launch = try await launch()
    launch.change { $0.title = "A" }
    launch.history?.end()
    launch = try await next(launch)
    #expect(launch.undoCount == 1)
  }

  @Test func theStepsAreThoseOfTheSavedValues() async throws {
    let launch = try await launch()
    launch.change { $0.title = "A" }
    async let isSaved = launch.saved.flush()
    await settle()
    #expect(await isSaved)
    launch.change { $0.title = "B" }
    // The process ends here.
    let memory = PersistenceMemory()
    for key in self.memory.keys { memory[key] = self.memory[key] }
    let second = try await Launch(memory, clock)
    #expect(second.state.title == "A" && second.undoCount == 1 && second.errors.isEmpty)
    await launch.end()
  }

  @Test func timeTravelIsNotSaved() async throws {
    var launch = try await launch()
    let journal = Journal()
    journal.record(launch.store)
    launch.change { $0.title = "A" }
    await launch.save()
    let number = journal.entries.first?.number ?? 0
    journal.travel(to: number)
    #expect(launch.state.title.isEmpty)
    launch.history?.separate()
    await clock.advance(by: .seconds(1))
    await settle()
    journal.resume()
    launch.change { $0.title = "B" }
    launch = try await next(launch)
    #expect(launch.undoCount == 2)
    launch.undo()
    #expect(launch.state.title == "A")
  }

  @Test func aScreenContinuesToo() async throws {
    for pass in 0..<2 {
      let (state, store) = (PageScreen(), PageScreenStore(clock: clock))
      await store.bind(to: state)
      let saved = try await SavedStates.attach(state, to: .memory(memory), clock: clock)
      let history = History(of: store, state: state)
      try await history.persist(to: .memory(memory, key: "history"))
      if pass == 1 {
        #expect(history.undoCount == 1)
        history.undo()
        #expect(state.title.isEmpty)
      } else {
        await store.run(.title("A"))
      }
      await settle()
      await saved.flush()
      await settle()
      await clock.advance(by: .seconds(1))
      await settle()
      history.end()
      await saved.detach()
      await settle()
    }
  }

  @Test func aFlushOfTheStateAlsoWritesTheSteps() async throws {
    let launch = try await launch()
    launch.change { $0.title = "A" }
    #expect(memory["history"] == nil)
    #expect(await launch.saved.flush())
    let first = try #require(memory["history"])
    // Only the steps have changed.
    launch.history?.clear()
    await launch.saved.flush()
    #expect(memory["history"] != first)
  }

  @Test func manyHistoriesLeaveNothing() async throws {
    weak var last: History?
    weak var state: Page?
    for count in 0..<200 {
      let launch = try await launch()
      launch.change { $0.visits = count }
      launch.change { $0.title = "\(count)" }
      last = launch.history
      state = launch.state
      await launch.end()
    }
    #expect(last == nil)
    await settle()
    #expect(state == nil)
  }
}
