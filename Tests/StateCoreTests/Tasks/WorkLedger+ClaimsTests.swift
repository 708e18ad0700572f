import StateTesting
import Testing

@testable import StateCore

/// Ids of parts that haven't begun.
@Suite struct WorkLedgerClaimsTests {
  private let script = LedgerScript()

  @Test func aCancelWithdrawsAPartThatHasNotBegun() {
    let outer = script.begin("outer", kind: .composition, claims: ["x"])
    script.cancel(key: "x")
    #expect(script["outer"] == "runs")
    #expect(script.begin("a", "x", .restart, below: outer, isPart: true) == nil)
    #expect(script.begin("b", "y", .restart, below: outer, isPart: true) != nil)
    // It wasn't replaced.
    script.end("b")
    #expect(outer.flatMap { script.ledger.endedParts(of: $0) } == true)
  }

  @Test func aReplacementWithdrawsAPartAndTheWholeIsIncomplete() {
    let outer = script.begin("outer", kind: .composition, claims: ["x"])
    script.begin("new", "x", .restart)
    #expect(script.begin("a", "x", .restart, below: outer, isPart: true) == nil)
    #expect(script["new"] == "runs")
    #expect(outer.flatMap { script.ledger.endedParts(of: $0) } == false)
  }

  @Test func workThatContinuesConcurrentlyWithdrawsNothing() {
    let outer = script.begin("outer", kind: .composition, claims: ["x"])
    for rule in [ExecutionPolicy.Rule.allow, .wait(limit: 1), .drop] {
      script.begin("\(rule)", "x", rule)
    }
    #expect(script.begin("a", "x", .allow, below: outer) != nil)
  }

  @Test func claimsEndWithThePause() {
    let outer = script.begin("outer", kind: .composition, claims: ["x"])
    if let outer { script.change { $0.endPause(outer, &$1) } }
    script.cancel(key: "x")
    #expect(script.begin("a", "x", .restart, below: outer) != nil)
  }

  @Test func workThatRepeatsItsPartsKeepsItsClaims() {
    let outer = script.begin("outer", kind: .composition, claims: ["x"], keepsClaims: true)
    script.begin("a", "x", .restart, below: outer)
    script.end("a")
    if let outer { script.change { $0.endPause(outer, &$1) } }
    script.begin("new", "x", .restart)
    #expect(script.begin("again", "x", .restart, below: outer) == nil)
    #expect(script["new"] == "runs")
  }

  @Test func aPartReplacesAnotherOfTheSameWhole() {
    let outer = script.begin("outer", kind: .composition, claims: ["x"], keepsClaims: true)
    script.begin("a", "x", .restart, below: outer)
    script.begin("b", "x", .restart, below: outer)
    #expect(script["a"] == "cancelled" && script["b"] == "runs")
    script.end("a")
    script.end("b")
    #expect(script.begin("again", "x", .restart, below: outer) != nil)
  }

  @Test func insideACompositionWithTheIDNothingIsWithdrawn() {
    let outer = script.begin("outer", kind: .composition, claims: ["x"])
    let group = script.begin("group", "x", .restart, below: outer, kind: .group)
    script.cancel(key: "x")
    let next = script.begin("next", kind: .composition, claims: ["x"])
    let inner = script.begin("inner", "x", .allow, below: next, kind: .group)
    #expect(script.begin("part", "x", .restart, below: inner) != nil)
    #expect(group != nil)
  }

  @Test func workIsReplacedOnlyByWhatWasStartedLater() {
    for name in ["a", "b", "c"] {
      script.begin(name, "q", .wait(limit: 1), aliases: ["x"])
    }
    script.begin("inner a", "x", .restart, below: script.ids["a"])
    #expect(["b", "c"].map { script[$0] } == ["waits", "waits"])
    script.begin("new", "x", .restart)
    #expect(["inner a", "b", "c"].map { script[$0] } == ["cancelled", "cancelled", "cancelled"])
  }

  @Test func workIsDroppedOnlyForWhatWasStartedEarlier() {
    script.begin("a", "q", .wait(limit: 1), aliases: ["x"])
    script.begin("b", "q", .wait(limit: 1), aliases: ["x"])
    #expect(script.begin("inner a", "x", .drop, below: script.ids["a"]) != nil)
    script.end("inner a")
    #expect(script.begin("new", "x", .drop) == nil)
  }

  @Test func aPauseIsReachedByIDs() {
    let outer = script.begin("outer", kind: .composition)
    if let outer { script.change { $0.pause(outer, reachedBy: [TaskKey("x")], &$1) } }
    script.cancel(key: "x")
    #expect(script["outer"] == "cancelled")
    script.end("outer")
    #expect(script.ledger.keys.isEmpty)
  }

  @Test func aCancelReachesNoneOfTheCompositionsAboveIt() {
    script.begin("other", "x")
    let outer = script.begin("outer", "x", kind: .composition)
    let inner = script.begin("inner", "x", below: outer, kind: .group)
    script.begin("part", "x", below: inner)
    script.begin("beside", "x", below: outer)
    let part = script.begin("cancel", below: inner)
    script.change { $0.cancel(TaskKey("x"), by: part, &$1) }
    #expect(["outer", "inner"].map { script[$0] } == ["runs", "runs"])
    #expect(
      ["other", "part", "beside"].map { script[$0] } == ["cancelled", "cancelled", "cancelled"]
    )
  }

  @Test func aGroupThatLosesAPartIsLostToo() {
    let outer = script.begin("outer", kind: .composition)
    let group = script.begin("group", below: outer, kind: .group, isPart: true)
    script.begin("a", "x", below: group, isPart: true)
    script.close("group")
    script.begin("new", "x", .restart)
    script.end("a")
    #expect(script["group"] == "gone")
    #expect(outer.flatMap { script.ledger.endedParts(of: $0) } == false)
  }

  /// No claims remain, and many of them cost the sum of their individual costs.
  @Test func claimsDoNotGrow() {
    for number in 0..<200 {
      script.begin("\(number)", kind: .composition, aliases: ["w"], claims: ["x", "y"])
    }
    script.cancel(key: "x")
    for number in 0..<200 { script.end("\(number)") }
    #expect(script.ledger.claims.isEmpty)
    #expect(script.ledger.claimants.isEmpty)
    #expect(script.ledger.withdrawals.isEmpty)
    #expect(script.ledger.keys.isEmpty)
  }
}
