import Observation
import StateFields
import StateJSON
import StateJournal
import StateTesting
import Testing
import ViewFeature

@testable import StatePersistence

private struct Counter: Feature {
  @Observable @MainActor
  final class State: SnapshotState, PersistentState {
    var count = 0
    var row = Row()

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("count", \.count)
      SnapshotField("row", child: \.row)
    }
    static let persistence = Persistence<State>(version: 1) {
      Persisted("count", \.count)
      Persisted("row", child: \.row)
    }
  }

  @Observable @MainActor
  final class Row: SnapshotState, PersistentState {
    var name = ""

    static let snapshotFields = SnapshotFields<Row> { SnapshotField("name", \.name) }
    static let persistence = Persistence<Row>(version: 1) { Persisted("name", \.name) }
  }

  enum Action: Sendable {
    case add
    case rename(String)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .add: state.count += 1
      case .rename(let name): state.row.name = name
      }
      return .none
    }
  }
}

/// An object that contains the state of a store, and isn't recorded itself.
@Observable @MainActor
private final class Holder: PersistentState {
  let counter: Counter.State
  var title = ""

  init(_ counter: Counter.State) {
    self.counter = counter
  }

  static let persistence = Persistence<Holder>(version: 1) {
    Persisted("counter", child: \.counter)
    Persisted("title", \.title)
  }
}

/// An earlier state that time travel shows isn't saved, but a committed one is.
@MainActor @Suite(.timeLimit(.minutes(20))) struct TimeTravelTests {
  private let memory = PersistenceMemory()
  private let clock = TestClock()
  private let store = Store(initialState: Counter.State(), feature: Counter())
  private let journal = Journal()

  private func attach() async throws -> SavedState<Counter.State> {
    journal.record(store)
    return try await SavedStates.attach(store.state, to: .memory(memory), clock: clock)
  }

  private var now: Int { journal.entries.last?.number ?? 0 }

  @Test func aShownPastIsNotSaved() async throws {
    let saved = try await attach()
    store.send(.add)
    store.send(.rename("a"))
    let past = now
    store.send(.add)
    store.send(.rename("b"))
    #expect(await saved.flush())
    journal.travel(to: past)
    #expect(store.state.count == 1)
    #expect(store.state.row.name == "a")
    await clock.advance(by: .seconds(10))
    _ = await saved.flush()
    #expect(memory.fields?["count"] == 2)
    #expect(memory.fields?["row"]?["fields"]?["name"] == "b")
    journal.resume()
    #expect(await saved.flush())
    #expect(memory.fields?["count"] == 2)
    #expect(memory.fields?["row"]?["fields"]?["name"] == "b")
    #expect(!saved.hasUnsavedChanges)
  }

  @Test func aCommittedPastIsSaved() async throws {
    let saved = try await attach()
    store.send(.add)
    let past = now
    store.send(.add)
    #expect(await saved.flush())
    journal.travel(to: past)
    journal.commit()
    #expect(store.state.count == 1)
    #expect(await saved.flush())
    #expect(memory.fields?["count"] == 1)
  }

  /// The window of the change ends while an earlier state is shown, and the shown values equal the current ones.
  @Test(arguments: [true, false])
  func changesThatWaitForTheEndAreSaved(commits: Bool) async throws {
    let saved = try await attach()
    store.send(.add)
    let past = now
    journal.travel(to: past)
    await clock.advance(by: .seconds(1))
    #expect(await !saved.flush())
    #expect(saved.hasUnsavedChanges)
    #expect(memory.fields == nil)
    if commits { journal.commit() } else { journal.resume() }
    await clock.advance(by: .milliseconds(250))
    await Task.untilTrue { !saved.hasUnsavedChanges }
    #expect(memory.fields?["count"] == 1)
  }

  @Test func whatIsShownIsNotAttached() async throws {
    journal.record(store)
    store.send(.add)
    let past = now
    store.send(.add)
    journal.travel(to: past)
    let holder = Holder(store.state)
    for attach in [
      { try await SavedStates.attach(store.state, to: .memory(memory)).flush() },
      { try await SavedStates.attach(holder, to: .memory(memory)).flush() },
    ] {
      let error = await #expect(throws: SavedStateError.self) { _ = try await attach() }
      #expect(error?.code == .unreadable)
      #expect(
        error?.reason == "time travel shows an earlier state: attach the state after resume()"
      )
    }
    journal.resume()
    let saved = try await attach()
    store.send(.add)
    #expect(await saved.flush())
    #expect(memory.fields?["count"] == 3)
  }

  @Test func aShownPastIsNotSavedAsAWholeEither() async throws {
    let saved = try await attach()
    store.send(.add)
    let past = now
    store.send(.add)
    journal.travel(to: past)
    #expect(await !saved.saveAll())
    #expect(memory.fields == nil)
    journal.resume()
    #expect(await saved.flush())
    #expect(memory.fields?["count"] == 2)
  }

  @Test func aChildThatAloneIsShownIsNotSaved() async throws {
    journal.record(store)
    let holder = Holder(store.state)
    let saved = try await SavedStates.attach(holder, to: .memory(memory), clock: clock)
    store.send(.add)
    let past = now
    store.send(.add)
    #expect(await saved.flush())
    journal.travel(to: past)
    holder.title = "new"
    #expect(await !saved.flush())
    #expect(memory.fields?["counter"]?["fields"]?["count"] == 2)
    journal.resume()
    #expect(await saved.flush())
    #expect(memory.fields?["counter"]?["fields"]?["count"] == 2)
    #expect(memory.fields?["title"] == "new")
  }

  @Test func aShownChildIsNotSaved() async throws {
    let saved = try await attach()
    store.send(.rename("a"))
    let past = now
    store.send(.rename("b"))
    #expect(await saved.flush())
    journal.travel(to: past)
    store.state.count = 7
    #expect(await !saved.flush())
    journal.resume()
    #expect(await saved.flush())
    #expect(memory.fields?["count"] == 7)
    #expect(memory.fields?["row"]?["fields"]?["name"] == "b")
  }
}
