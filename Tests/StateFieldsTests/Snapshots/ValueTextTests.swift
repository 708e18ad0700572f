import Foundation
import Testing

@testable import StateFields

@Suite struct ValueTextTests {
  struct Row: Equatable {
    var id = 1
    var title: String? = "a"
  }

  enum Screen {
    case list
    case row(Row)
    case word(id: Int, String)
  }

  private struct Local {
    struct Inner {
      var rows = [Row()]
    }

    var inner = Inner()
  }

  @Test func valuesAreShort() {
    #expect(ValueText.describe(1) == "1")
    #expect(ValueText.describe("a\n") == #""a\n""#)
    #expect(ValueText.describe(Int?.none as Any) == "nil")
    #expect(ValueText.describe(["a": 1, "b": 2]) == #"["a": 1, "b": 2]"#)
    #expect(ValueText.describe(Set([3, 1, 2])) == "[1, 2, 3]")
    #expect(ValueText.describe((1, b: "c")) == #"(1, b: "c")"#)
    #expect(ValueText.describe(Row()) == #"ValueTextTests.Row(id: 1, title: "a")"#)
    #expect(ValueText.describe(Duration.seconds(2)) == "2.0 seconds")
    #expect(ValueText.describe([Int: Int]()) == "[:]")
  }

  @Test func casesHaveTheirPayload() {
    #expect(ValueText.describe(Screen.list) == "list")
    #expect(ValueText.describe(Screen.row(Row())) == #"row(ValueTextTests.Row(id: 1, title: "a"))"#)
    #expect(ValueText.describe(Screen.word(id: 1, "b")) == #"word(id: 1, "b")"#)
  }

  @Test func contextsWithoutANameAreLeftOut() {
    struct Nested {
      enum Kind {
        case one(Local)
      }

      var kind = Kind.one(Local())
    }
    for value in [Nested(), [Nested()], Nested.self, Nested.Kind.self, Local()] as [Any] {
      let text = ValueText.describe(value)
      #expect(!text.contains("unknown context"), "\(text)")
      #expect(!text.contains("$"), "\(text)")
    }
  }

  @Test func longValuesAreCutInTheMiddle() {
    let text = ValueText.describe(String(repeating: "a", count: 500) + "z")
    #expect(text.count < 130)
    #expect(text.hasPrefix("\"aaa"))
    #expect(text.hasSuffix("aaz\""))
    let numbers = ValueText.describe(Array(0..<100_000))
    #expect(numbers.hasPrefix("[0, 1, 2,"))
    #expect(numbers.hasSuffix("99999]"))
    #expect(numbers.contains("99988 more"))
  }

  @Test func twoLongTextsAreCutSoThatTheirDifferenceIsSeen() {
    let start = String(repeating: "a", count: 300)
    let (old, new) = ValueText.cut(start + "b" + start, start + "c" + start)
    #expect(old.count < 130 && new.count < 130)
    #expect(old.contains("ab"))
    #expect(new.contains("ac"))
  }
}
