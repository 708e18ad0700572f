import Testing

@testable import StateCore

/// The ends that can happen while other work waits.
struct WorkLedgerWaitsTests {
  private let script = LedgerScript()

  private func canEnd(_ id: WorkID?, while blocked: [WorkID?], isHandler: Bool = false) -> Bool? {
    guard let id else { return nil }
    return script.ledger.canEnd(
      [AwaitedEnd(id, isOfHandler: false)],
      while: blocked.compactMap { $0 }.map { BlockedWork($0, isHandler: isHandler) }
    )
    .first
  }

  @Test func anActionDependsOnAllBelowIt() {
    let action = script.insertAction("action")
    #expect(canEnd(action, while: []) == true)
    let work = script.begin("work", below: action)
    script.endHandler("action")
    #expect(canEnd(action, while: []) == true)
    #expect(canEnd(action, while: [work]) == false)
    let child = script.insertAction("child", parent: "action")
    #expect(canEnd(action, while: [child]) == false)
    #expect(canEnd(child, while: [work]) == true)
  }

  @Test func aQueuedActionDependsOnTheHandlerOfItsOwner() {
    let first = script.insertAction("first")
    let second = script.insertAction("second", isQueued: true)
    #expect(canEnd(second, while: [first], isHandler: true) == false)
    // A delivery to children doesn't make others wait.
    #expect(canEnd(second, while: [first], isHandler: false) == true)
    script.endHandler("first")
    #expect(canEnd(second, while: [first], isHandler: true) == true)
  }

  @Test(arguments: 1...3)
  func workDependsOnTheWorkBeforeItAsFarAsTheLimitSays(limit: Int) {
    let action = script.insertAction("action")
    let running = (0..<limit).map {
      script.begin("running \($0)", "lane", .wait(limit: limit), below: action)
    }
    let waiting = script.insertAction("waiting")
    script.begin("waits", "lane", .wait(limit: limit), below: waiting)
    script.endHandler("waiting")
    #expect(canEnd(waiting, while: []) == true)
    #expect(canEnd(waiting, while: running) == false)
    #expect(canEnd(waiting, while: Array(running.dropFirst())) == true)
  }

  @Test func workBehindWorkThatCannotBeginCannotEither() {
    let action = script.insertAction("action")
    let running = script.begin("running", "lane", .wait(limit: 1), below: action)
    script.begin("waits", "lane", .wait(limit: 1), below: action)
    let last = script.insertAction("last")
    script.begin("waits, too", "lane", .wait(limit: 5), below: last)
    script.endHandler("last")
    #expect(canEnd(last, while: [running]) == false)
    script.cancel("waits")
    #expect(canEnd(last, while: [running]) == true)
  }

  @Test func workThatWaitsForATimeDependsOnNothing() {
    let action = script.insertAction("action")
    let running = script.begin("running", "lane", .allow, below: action)
    let last = script.insertAction("last")
    script.begin("waits", "lane", .debounce(.seconds(1)), below: last)
    script.endHandler("last")
    #expect(canEnd(last, while: [running]) == true)
  }

  @Test func removedWorkCanEnd() {
    let action = script.insertAction("action")
    script.endHandler("action")
    script.dropHandle("action")
    #expect(canEnd(action, while: [action]) == true)
  }
}
