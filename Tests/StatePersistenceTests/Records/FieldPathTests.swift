import StateFields
import StateJSON
import Testing

@testable import StatePersistence

@Suite struct FieldPathTests {
  @Test func aPathNamesTheChildren() {
    let path = FieldPath("title").inField("cover").inChild(SavedJSON(.string("a"))).inField("books")
    #expect(path.text == #"books["a"].cover.title"#)
    #expect(path.textForLog == "books[(redacted)].cover.title")
    #expect(path.withoutIdentities.text == "books[(redacted)].cover.title")
  }

  @Test func aPathMayEndWithAChildOrAList() {
    #expect(FieldPath(child: SavedJSON(7)).inField("tasks").text == "tasks[7]")
    #expect(FieldPath().inField("tasks").text == "tasks")
    #expect(FieldPath().inField("tasks").inField("project").text == "project.tasks")
  }

  @Test func theEndOfAVeryLongPathIsLeftOut() {
    let path = (0..<100).reduce(FieldPath("end")) { path, _ in path.inField("name") }
    #expect(path.text.hasPrefix("name.name.name"))
    #expect(path.text.hasSuffix("…"))
    #expect(path.text.utf8.count < 250)
  }
}
