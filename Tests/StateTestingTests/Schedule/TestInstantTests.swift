import StateTesting
import Testing

@Suite struct TestInstantTests {
  @Test func durationsLeadFromOneInstantToAnother() {
    let start = TestInstant(offset: .seconds(2))
    let end = start.advanced(by: .milliseconds(500))
    #expect(end.offset == .milliseconds(2500))
    #expect(start.duration(to: end) == .milliseconds(500))
    #expect(end.duration(to: start) == .milliseconds(-500))
    #expect(start < end)
    #expect(TestInstant().offset == .zero)
    #expect("\(end)" == "2.5 seconds")
  }
}
