import StateJournal
import Testing

@testable import StateTesting

struct ReplayTapeTests {
  private func id(_ number: Int, store: Int = 1) -> SessionID {
    SessionID(store: store, number: number)
  }

  private func session(
    _ kinds: [(store: Int, kind: SessionEntry.Kind)],
    hasValues: Bool = true
  ) -> StateSession {
    StateSession(
      types: hasValues ? [SessionType(name: "S", isRestorable: true, fields: [])] : [],
      entries: kinds.enumerated().map { index, entry in
        SessionEntry(number: index + 1, seconds: 0, store: entry.store, kind: entry.kind, text: "")
      }
    )
  }

  private func made(_ store: Int, below parent: Int? = nil) -> (Int, SessionEntry.Kind) {
    let store = SessionStore(
      id: store,
      state: "S",
      feature: "F",
      parent: parent,
      root: nil,
      problems: []
    )
    return (store.id, .storeMade(store, []))
  }

  private func received(
    _ id: SessionID,
    by cause: SessionCause = .outside
  ) -> (Int, SessionEntry.Kind) {
    let value = SessionValue(type: "A", json: .null, text: "a", caseName: "a")
    return (
      id.store, .actionReceived(SessionAction(id: id, action: value, origin: nil, cause: cause))
    )
  }

  private func change(_ cause: SessionCause) -> (Int, SessionEntry.Kind) {
    let change = SessionChange(
      name: "a",
      object: 1,
      field: 0,
      value: SessionValue(type: "Int"),
      cause: cause
    )
    return (1, .change(change))
  }

  @Test func aStoreWithoutABeginningHasNoTape() {
    #expect(ReplayTape(session([made(1)]), root: 2) == nil)
  }

  @Test func anActionThatDidNotWaitBeginsWhenItIsReceived() throws {
    let tape = try #require(
      ReplayTape(
        session([
          made(1), received(id(1)), change(.outside), change(.handler(id(1))),
          (1, .actionHandled(id(1), seconds: 0)),
        ]),
        root: 1
      )
    )
    let action = try #require(tape.actions[id(1)])
    #expect(action.begin == 1)
    #expect(action.end == 4)
    #expect(action.isReplayed)
  }

  @Test func anActionThatHasWaitedBeginsWithItsFirstSign() throws {
    let tape = try #require(
      ReplayTape(
        session([
          made(1), received(id(1)), (1, .actionQueued(id(1))), change(.outside),
          received(id(2), by: .handler(id(1))), (1, .actionHandled(id(1), seconds: 0)),
        ]),
        root: 1
      )
    )
    let action = try #require(tape.actions[id(1)])
    let nested = try #require(tape.actions[id(2)])
    #expect(action.begin == 4)
    #expect(tape.sender(of: nested)?.id == id(1))
    #expect(tape.sentByHandlers[id(1)] == [id(2)])
    #expect(tape.leads(id(1), to: id(2)))
    #expect(!tape.leads(id(2), to: id(1)))
    // It hasn't begun in the session.
    #expect(!nested.isReplayed)
  }

  @Test func anOpenActionHasBegunIfTheSessionHasNoValues() throws {
    let kinds = [
      made(1), received(id(1)), (1, .actionQueued(id(1))), received(id(2)), received(id(3)),
      (1, .actionDropped(id(3), reason: "ended")), received(id(4)),
    ]
    for hasValues in [true, false] {
      let tape = try #require(ReplayTape(session(kinds, hasValues: hasValues), root: 1))
      let replayed = (1...4).filter { tape.actions[id($0)]?.isReplayed == true }
      #expect(replayed == (hasValues ? [] : [2, 4]))
    }
  }

  @Test func actionsThatWereDroppedAndThoseOfOtherStoresAreNotReplayed() throws {
    let tape = try #require(
      ReplayTape(
        session([
          made(1), made(2, below: 1), made(3),
          received(id(1)), (1, .actionDropped(id(1), reason: "isLocked")),
          received(id(2, store: 2)), (2, .actionHandled(id(2, store: 2), seconds: 0)),
          received(id(3, store: 3)),
          received(id(4), by: .handler(id(1))), (1, .actionHandled(id(4), seconds: 0)),
        ]),
        root: 1
      )
    )
    #expect(tape.stores.keys.sorted() == [1, 2])
    #expect(tape.actions[id(1)]?.isReplayed == false)
    #expect(tape.actions[id(2, store: 2)]?.isReplayed == true)
    #expect(tape.actions[id(3, store: 3)] == nil)
    // The sender doesn't run.
    let orphan = try #require(tape.actions[id(4)])
    #expect(tape.sender(of: orphan) == nil)
  }

  @Test func valuesOfTheEnvironmentBelongToTheirHandlers() throws {
    let tape = try #require(
      ReplayTape(
        session([
          made(1), received(id(1)),
          (1, .drawn(name: "number", SessionValue(type: "UInt64"), .handler(id(1)))),
          (1, .drawn(name: "date", SessionValue(type: "Date"), .effect(id(9), of: id(1)))),
        ]),
        root: 1
      )
    )
    #expect(tape.draws[id(1)]?.map(\.name) == ["number"])
    #expect(tape.draws.count == 1)
  }
}
