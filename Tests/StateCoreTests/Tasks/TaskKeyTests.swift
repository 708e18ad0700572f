import StateCore
import Testing

struct TaskKeyTests {
  private enum Screen: Hashable {
    case list
    case detail(Int)
  }

  @Test func keysAreEqualWhenTheirValuesAre() {
    #expect(TaskKey("a") == TaskKey("a"))
    #expect(TaskKey("a") != TaskKey("b"))
    #expect(TaskKey(Screen.detail(1)) == TaskKey(Screen.detail(1)))
    #expect(TaskKey(Screen.detail(1)) != TaskKey(Screen.detail(2)))
  }

  @Test func equalKeysHashEqually() {
    #expect(TaskKey("a").hashValue == TaskKey("a").hashValue)
    #expect(TaskKey(Screen.list).hashValue == TaskKey(Screen.list).hashValue)
    #expect(Set([TaskKey(1), TaskKey(1), TaskKey(2)]).count == 2)
  }

  @Test func valuesOfDifferentTypesDiffer() {
    #expect(TaskKey(1) != TaskKey("1"))
    #expect(TaskKey("1") != TaskKey(1))
    #expect(TaskKey(1) != TaskKey(1.0))
    #expect(TaskKey(1) != TaskKey(UInt8(1)))
  }

  @Test func anOptionalIsTheValueInIt() {
    let (id, nested): (String?, String??) = ("a", "a")
    #expect(TaskKey(id) == TaskKey("a"))
    #expect(TaskKey(nested) == TaskKey("a"))
    #expect(TaskKey(id).hashValue == TaskKey("a").hashValue)
    #expect(TaskKey(id).description == "a")
    #expect(TaskKey(String?.none) == TaskKey(String?.none))
    #expect(TaskKey(String?.none) != TaskKey(Int?.none))
  }

  /// Two values with the same hash.
  private struct Colliding: Hashable {
    let name: String

    func hash(into hasher: inout Hasher) {}
  }

  @Test func equalHashesDoNotMakeKeysEqual() {
    #expect(TaskKey(Colliding(name: "a")) != TaskKey(Colliding(name: "b")))
    #expect(TaskKey(Colliding(name: "a")) == TaskKey(Colliding(name: "a")))
  }

  @Test func descriptionIsThatOfTheValue() {
    #expect(TaskKey("load").description == "load")
    #expect(TaskKey(7).description == "7")
  }
}
