import StateRecord
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct RunningTableTests {
  let store = FakeStore(Shelf())
  let journal = Journal()

  init() { journal.recordAny(store) }

  private func start(_ name: String?, of action: ActionID? = nil) -> EffectStart {
    EffectStart(name: name, key: "key", action: action, origin: EventOrigin("App/Home.swift", 12))
  }

  /// The running work, after all events until now.
  ///
  /// An unfinished change of another test may hold back events.
  private var work: [JournalWork] {
    EventCenter.report()
    return journal.runningWork
  }
  private var states: [JournalWork.State] { work.map(\.state) }

  @Test
  func anActionIsThereUntilItIsDone() {
    let id = store.receive("open")
    #expect(states == [.running])
    #expect(self.work.first?.entry == journal.entries.last?.number)
    store.emit(.actionQueued(id))
    #expect(states == [.waiting])
    CurrentCause.with(.handler(id)) { store.state.count += 1 }
    #expect(states == [.running])
    store.emit(.actionHandled(id, HandlerTime(total: .zero, onMainActor: nil)))
    #expect(states == [.handled])
    store.emit(.actionDone(id))
    #expect(states.isEmpty)
  }

  @Test
  func anActionThatIsDroppedIsNotThere() {
    store.emit(.actionDropped(store.receive("open"), .policy))
    #expect(states.isEmpty)
  }

  @Test
  func anEffectIsThereUntilItEnds() throws {
    let action = store.receive("open")
    let received = try #require(journal.entries.last).number
    let id = EffectID(store: store.storeID, number: 7)
    store.emit(.effect(id, .waiting(start("load", of: action))))
    let began = try #require(journal.entries.last).number
    store.emit(.effect(id, .started(start("load", of: action))))
    store.emit(.effect(id, .failed(EventValue("offline"))))
    store.emit(.effect(id, .started(start("load", of: action))))
    let work = try #require(self.work.last)
    #expect(work.id == .effect(id))
    #expect(work.name == "load")
    #expect(work.key == "\"key\"")
    #expect(work.state == .running)
    #expect(work.entry == began)
    #expect(work.attempts == 2)
    #expect(work.cause == received)
    #expect(work.origin?.description == "App/Home.swift:12")
    store.emit(.effect(id, .cancelled))
    #expect(self.work.last?.state == .cancelled)
    store.emit(.effect(id, .ended))
    #expect(self.work.count == 1)
  }

  @Test
  func entriesSayWhereTheirSubjectAndCauseHaveBegun() throws {
    let action = store.receive("open")
    let received = try #require(journal.entries.last).number
    let id = EffectID(store: store.storeID, number: 7)
    store.emit(.effect(id, .waiting(start(nil, of: action))))
    let waiting = try #require(journal.entries.last)
    #expect(waiting.causeEntry == received)
    #expect(waiting.subjectEntry == nil)
    store.emit(.effect(id, .started(start(nil, of: action))))
    #expect(journal.entries.last?.subjectEntry == waiting.number)
    CurrentCause.with(.effect(id, of: action)) { store.state.count += 1 }
    #expect(journal.entries.last?.causeEntry == waiting.number)
    store.emit(.effect(id, .ended))
    #expect(journal.entries.last?.subjectEntry == waiting.number)
    store.emit(.actionDone(action))
    #expect(journal.entries.last?.subjectEntry == received)
    CurrentCause.with(.handler(action)) { store.state.count += 1 }
    #expect(journal.entries.last?.causeEntry == nil)
  }

  @Test
  func nothingOfAStoreThatIsRecordedNoLonger() {
    _ = store.receive("open")
    journal.stopRecording(store.storeID)
    #expect(states.isEmpty)
  }
}
