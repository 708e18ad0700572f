import StateFields
import Testing

@testable import FeatureStore
@testable import FeatureTesting

@Suite struct StateDifferenceTests {
  @Observable final class Observed {
    var count = 0
    var title = ""

    init(count: Int, title: String) {
      self.count = count
      self.title = title
    }
  }

  final class Plain {
    let number: Int
    let _hidden: String

    init(number: Int, hidden: String) {
      self.number = number
      _hidden = hidden
    }
  }

  @Test func onlyWhatDiffersIsListed() {
    let difference = describeDifference(
      actual: Observed(count: 1, title: "same"),
      expected: Observed(count: 2, title: "same")
    )
    #expect(difference == "  count: expected 2, got 1")
  }

  @Test func eachDifferenceHasALine() {
    let difference = describeDifference(
      actual: Plain(number: 1, hidden: "a"),
      expected: Plain(number: 2, hidden: "b")
    )
    #expect(difference == "  number: expected 2, got 1\n  hidden: expected \"b\", got \"a\"")
  }

  @Test func earlierValuesAreNamedIfKnown() {
    let difference = describeDifference(
      from: StoredProperty.all(of: Observed(count: 0, title: "")),
      actual: Observed(count: 1, title: "a"),
      expected: Observed(count: 2, title: "b")
    )
    #expect(
      difference == "  count: 0 → expected 2, got 1\n  title: \"\" → expected \"b\", got \"a\""
    )
  }

  @Test func statesThatLookAlikeAreSaidToDo() {
    let difference = describeDifference(
      actual: Observed(count: 1, title: ""),
      expected: Observed(count: 1, title: "")
    )
    #expect(difference.contains("look the same"))
  }
}
