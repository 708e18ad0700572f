import StateTesting
import Testing

@testable import StateCore

/// Work that begins and ends, and the counts.
@Suite struct WorkLedgerTests {
  private let script = LedgerScript()
  private var ledger: LedgerScript.Ledger { script.ledger }

  @Test func workIsThereFromItsBeginningToItsEnd() {
    script.begin("a")
    #expect(script["a"] == "runs")
    #expect(ledger.runningCount == 1 && ledger.liveCount == 1 && ledger.unfinishedCount == 1)
    script.end("a")
    #expect(script["a"] == "gone")
    #expect(ledger.runningCount == 0 && ledger.liveCount == 0 && ledger.unfinishedCount == 0)
  }

  @Test func theEndOfOldWorkDoesNotTouchItsSuccessor() {
    script.begin("old", "id")
    script.end("old")
    let old = script.ids["old"]
    script.begin("new", "id")
    #expect(script.ids["new"]?.slot == old?.slot)
    script.end("old")
    script.cancel("old")
    #expect(script["new"] == "runs")
    #expect(old.map { script.attach("x", to: $0) } == false)
  }

  @Test func aHandleThatComesAfterTheCancelIsNotTaken() {
    let id = script.begin("a")
    script.cancel("a")
    #expect(id.map { script.attach("late", to: $0) } == false)
    #expect(script.takeEvents() == ["cancel a"])
  }

  @Test func aTurnThatIsRequestedLate() throws {
    let running = try #require(script.begin("a", "id", .wait(limit: 1)))
    let waiting = try #require(script.begin("b", "id", .wait(limit: 1)))
    if case .hasCome = script.ledger.awaitTurn(of: running, .named("x")) {
    } else {
      Issue.record("a waits")
    }
    script.cancel("b")
    if case .willNotCome = script.ledger.awaitTurn(of: waiting, .named("x")) {
    } else {
      Issue.record("b begins")
    }
  }

  @Test func ofACompositionThatWhichRunsIsCounted() {
    let outer = script.begin("outer", kind: .composition)
    #expect(ledger.runningCount == 1)
    let inner = script.begin("inner", below: outer, kind: .composition)
    #expect(ledger.runningCount == 1)
    script.begin("a", below: inner)
    script.begin("b", below: inner)
    #expect(ledger.runningCount == 2)
    script.cancel("a")
    script.cancel("b")
    #expect(ledger.runningCount == 1)
    script.end("a")
    script.end("b")
    script.end("inner")
    #expect(ledger.runningCount == 1)
    script.end("outer")
    #expect(ledger.count == 1)
  }

  @Test func aGroupRunsWhileAPartOfItDoes() {
    script.begin("x", "q", .wait(limit: 1))
    let outer = script.begin("outer", kind: .composition)
    let group = script.begin("group", "g", below: outer, kind: .group)
    #expect(ledger.runningCount == 2 && !script.isRunning("g"))
    script.begin("a", "q", .wait(limit: 1), below: group)
    #expect(ledger.runningCount == 2 && !script.isRunning("g"))
    script.end("x")
    #expect(script["a"] == "runs")
    #expect(ledger.runningCount == 1 && script.isRunning("g"))
    script.cancel("a")
    #expect(ledger.runningCount == 1 && !script.isRunning("g"))
  }

  @Test func aGroupEndsWithItsLastPartAfterItIsClosed() {
    let group = script.begin("group", "id", kind: .group)
    script.begin("a", below: group)
    script.end("a")
    #expect(script["group"] == "runs")
    script.begin("b", below: group)
    script.close("group")
    #expect(script["group"] == "runs")
    script.end("b")
    #expect(script["group"] == "gone")
    #expect(ledger.keys.isEmpty)
  }

  @Test func aCompositionEndsAfterWhatIsBelowIt() {
    let composition = script.begin("composition", kind: .composition)
    script.begin("a", below: composition)
    script.end("composition")
    #expect(script["composition"] == "runs")
    script.end("a")
    #expect(ledger.count == 1)
  }

  @Test func nothingBeginsBelowCancelledOrRemovedWork() throws {
    let composition = try #require(script.begin("composition", kind: .composition))
    script.begin("a", "id")
    script.cancel("composition")
    #expect(script.begin("b", "id", .restart, below: composition) == nil)
    script.end("composition")
    #expect(script.begin("c", "id", .restart, below: composition) == nil)
    #expect(script["a"] == "runs")
  }

  @Test(arguments: [true, false])
  func aCompositionLearnsThatAPolicyTookAPart(isPart: Bool) throws {
    let composition = try #require(script.begin("composition", kind: .composition))
    script.begin("a", "id", below: composition, isPart: isPart)
    awaitParts(of: composition, "parts")
    script.begin("b", "id", .restart)
    script.end("a")
    #expect(script.takeEvents() == ["cancel a", "resume parts\(isPart ? " incomplete" : "")"])
  }

  @Test func aCancelByIdLosesNoPart() throws {
    let composition = try #require(script.begin("composition", kind: .composition))
    script.begin("a", "id", below: composition, isPart: true)
    awaitParts(of: composition, "parts")
    script.cancel(key: "id")
    // Work that is already cancelled isn't replaced.
    script.begin("b", "id", .restart)
    script.end("a")
    #expect(script.takeEvents() == ["cancel a", "resume parts"])
  }

  @Test func aDroppedPartIsLost() throws {
    let composition = try #require(script.begin("composition", kind: .composition))
    script.begin("x", "id")
    #expect(script.begin("a", "id", .drop, below: composition, isPart: true) == nil)
    #expect(partsHaveEnded(composition) == false)
    // It isn't for the next part.
    #expect(partsHaveEnded(composition) == true)
  }

  @Test func aPartThatRequiresALostPartIsLost() throws {
    let outer = try #require(script.begin("outer", kind: .composition))
    script.begin("inner", below: outer, kind: .composition, isPart: true)
    script.end("inner", isComplete: false)
    #expect(partsHaveEnded(outer) == false)
  }

  @Test func slotsAndLanesAreUsedAgain() {
    for _ in 0..<1_000 {
      script.begin("a", "a", .debounce(.seconds(1)), aliases: ["b", "c"])
      script.begin("b", "b", .wait(limit: 1))
      script.begin("c", "b", .wait(limit: 1))
      script.cancel(key: "a")
      for name in ["a", "b", "c"] { script.end(name) }
    }
    #expect(ledger.count == 1)
    #expect(ledger.nodes.count <= 4 && ledger.lanes.count <= 3)
    #expect(ledger.lanes.count == ledger.freeLanes.count)
    #expect(ledger.lanesByTimer.isEmpty)
  }

  @Test(arguments: Order.allCases)
  func theRoomOfManyIsGivenBack(order: Order) {
    var ledger = LedgerScript.Ledger()
    let owner = ledger.insertOwner()
    var outcome = LedgerScript.Ledger.Outcome()
    var ids: [LedgerScript.ID] = []
    for number in 0..<10_000 {
      let key = number.isMultiple(of: 2) ? TaskKey(number) : nil
      let request = WorkRequest(parent: owner, key: key)
      if case .started(let id) = ledger.begin(request, &outcome) { ids.append(id) }
      ledger.trim()
    }
    #expect(ledger.slotCount == 10_001 && ledger.lanes.count == 5_000)
    switch order {
    case .firstFirst: break
    case .lastFirst: ids.reverse()
    case .any: ids.shuffle()
    }
    for id in ids {
      ledger.end(id, &outcome)
      ledger.trim()
    }
    #expect(ledger.count == 1)
    #expect(ids.allSatisfy { !ledger.contains($0) })
    #expect(ledger.slotCount <= 64 && ledger.nodes.capacity <= 256)
    #expect(ledger.lanes.isEmpty && ledger.freeLanes.isEmpty)
    // A freed slot isn't reused while it doesn't exist.
    for _ in 0..<200 { _ = ledger.begin(WorkRequest(parent: owner), &outcome) }
    #expect(ledger.faults.isEmpty)
    #expect(ledger.slotCount == 201)
  }

  enum Order: CaseIterable {
    case firstFirst
    case lastFirst
    case any
  }

  private func awaitParts(of id: LedgerScript.ID, _ signal: String) {
    if case .haveEnded = script.ledger.awaitParts(of: id, .named(signal)) {
      Issue.record("no parts")
    }
  }

  private func partsHaveEnded(_ id: LedgerScript.ID) -> Bool? {
    if case .haveEnded(let isComplete) = script.ledger.awaitParts(of: id, .named("x")) {
      isComplete
    } else {
      nil
    }
  }
}
