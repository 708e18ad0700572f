import Testing

@testable import ViewFeature

@Suite struct TestStoreListTests {
  @Test func effectsAreThoseOfTheLaterStores() {
    let first = TestStoreList.add { ["first"] }
    let second = TestStoreList.add { ["second"] }
    #expect(TestStoreList.lastID >= second)
    #expect(TestStoreList.effects(after: first).contains("second"))
    #expect(!TestStoreList.effects(after: first).contains("first"))
    #expect(!TestStoreList.effects(after: second).contains("second"))
    TestStoreList.remove(second)
    #expect(!TestStoreList.effects(after: first).contains("second"))
    TestStoreList.remove(first)
  }
}
