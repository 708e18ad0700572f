#if Inspector
import Testing

@testable import StateInspector

struct FieldPathTests {
  @Test(arguments: [
    ("count", ["count"]), ("editor.title", ["editor", "title"]),
    ("rows[0].title", ["rows", "0", "title"]), ("grid[1][2]", ["grid", "1", "2"]),
    (#"guests["a.b]"].title"#, ["guests", "a.b]", "title"]), ("", []),
    ("guests[(redacted)].title", ["guests", "(redacted)", "title"]),
  ])
  func aFieldHasNames(field: String, names: [String]) {
    #expect(FieldPath(field).names == names)
  }

  @Test
  func aPointerHasTheSameNames() {
    #expect(FieldPath(pointer: "/rows/0/title") == FieldPath("rows[0].title"))
    #expect(FieldPath(pointer: #"/guests/"a.b"/title"#) == FieldPath(#"guests["a.b"].title"#))
    #expect(FieldPath(pointer: "").names == [])
  }

  @Test
  func aPartOverlapsTheWhole() {
    #expect(FieldPath("rows").overlaps(FieldPath(pointer: "/rows/0/title")))
    #expect(FieldPath("rows[0].title").overlaps(FieldPath(pointer: "/rows")))
    #expect(FieldPath("count").overlaps(FieldPath(pointer: "")))
    #expect(!FieldPath("rows[1].title").overlaps(FieldPath(pointer: "/rows/0")))
    #expect(!FieldPath("row").overlaps(FieldPath(pointer: "/rows")))
  }
}
#endif
