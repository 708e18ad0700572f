import CGTK4
import Testing

@testable import GTKKit

@MainActor
struct RowListTests {
  private let loop: MainLoop
  private let made = Made()
  private let list: RowList<String>

  private final class Made {
    var rows: [String] = []
    var activated: [String] = []
  }

  init() throws {
    loop = try MainLoop()
    list = RowList(
      name: "Words",
      makeWidget: { [made] row in
        made.rows.append(row)
        return Label(row)
      },
      activate: { [made] in made.activated.append($0) }
    )
  }

  /// The rows in the GTK list, in order.
  private var shown: [String] {
    var texts: [String] = []
    while let row = gtk_list_box_get_row_at_index(list.opaque, Int32(texts.count)) {
      texts.append(
        String(cString: gtk_label_get_text(OpaquePointer(gtk_list_box_row_get_child(row))))
      )
    }
    return texts
  }

  @Test(arguments: [
    ["a", "b", "c", "d"], ["a", "c"], ["c"], ["x", "a", "y", "b", "c"], ["c", "b", "a"], [], ["x"],
  ])
  func `rows are shown in their order, whatever there was`(_ rows: [String]) {
    list.rows = ["a", "b", "c"]
    list.rows = rows
    #expect(shown == rows)
  }

  @Test func `rows that stay keep their widgets`() {
    list.rows = ["a", "b"]
    list.rows = ["a", "b", "c"]
    list.rows = ["b", "c"]
    #expect(made.rows == ["a", "b", "c"])
  }

  @Test func `a row that is activated is told`() {
    list.rows = ["a", "b", "c"]
    list.rows = ["b", "c"]
    let row = gtk_list_box_get_row_at_index(list.opaque, 1)
    gtk_widget_activate(UnsafeMutableRawPointer(row)?.assumingMemoryBound(to: GtkWidget.self))
    #expect(made.activated == ["c"])
  }

  @Test func `a row that is removed goes`() {
    let ends = Ends()
    let list = RowList<String>(
      name: "Words",
      makeWidget: { row in
        let label = Label(row)
        ends.count(label)
        return label
      }
    )
    list.rows = ["a", "b"]
    list.rows = ["b"]
    #expect(ends.number == 1)
  }
}
