import Testing

@testable import StateTesting

@Suite struct WaitListTests {
  @Test func waitsAreDescribedInTheOrderOfTheirBeginning() {
    var list = WaitList()
    let ids = ["a", "b", "c"].map { name in list.add { name } }
    #expect(list.descriptions == ["a", "b", "c"])
    list.remove(ids[1])
    #expect(list.descriptions == ["a", "c"])
    list.remove(ids[1])
    _ = list.add { "d" }
    #expect(list.descriptions == ["a", "c", "d"])
  }

  @Test func aWaitIsDescribedAsItIsWhenAsked() {
    let count = LockIsolated(0)
    var list = WaitList()
    _ = list.add { "\(count.value)" }
    count.setValue(2)
    #expect(list.descriptions == ["2"])
  }
}
