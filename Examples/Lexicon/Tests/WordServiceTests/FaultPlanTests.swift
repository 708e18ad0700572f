import Testing

@testable import WordService

struct FaultPlanTests {
  @Test func withoutANumberNoRequestFails() {
    #expect((1...100).allSatisfy { FaultPlan.none.fault(ofRequest: $0) == nil })
  }

  @Test func eachNthRequestFailsCountedFromOne() {
    let plan = FaultPlan(every: 3)
    let failing = (1...10).filter { plan.fault(ofRequest: $0) != nil }
    #expect(failing == [3, 6, 9])
  }

  @Test(arguments: FaultPlan.Fault.allCases)
  func requestFailsInTheWayThatWasChosen(fault: FaultPlan.Fault) {
    #expect(FaultPlan(every: 1, fault: fault).fault(ofRequest: 1) == fault)
  }
}
