import Observation
import StateFields
import Testing

@MainActor
@Suite struct StoredPropertyTests {
  @Observable final class Model {
    var first = 0
    var second = 0
    var title = ""
  }

  @Test func theOnlyPropertyOfATypeGivesItsName() {
    #expect(StoredProperty.name(of: \Model.title, in: Model()) == "title")
  }

  @Test func ofSeveralPropertiesOfATypeNoneIsGuessed() {
    let name = StoredProperty.name(of: \Model.second, in: Model())
    // With symbols at run time, a key path knows its name.
    #expect(name == "the property of the type Int" || name == "second")
  }
}
