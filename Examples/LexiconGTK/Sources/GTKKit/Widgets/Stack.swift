import CGTK4

/// Pages, of which one is visible.
package final class Stack: Widget {
  package init() {
    super.init(gtk_stack_new())
    expand(horizontally: true, vertically: true)
  }

  package func add(_ page: Widget, id: String, title: String? = nil) {
    if let title {
      gtk_stack_add_titled(opaque, page.pointer, id, title)
    } else {
      gtk_stack_add_named(opaque, page.pointer, id)
    }
    adopt(page)
  }

  /// The id of the visible page.
  package var visiblePage: String {
    get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
    set { gtk_stack_set_visible_child_name(opaque, newValue) }
  }

  /// Calls a handler when another page becomes visible.
  package func onTurn(_ handler: @escaping @MainActor () -> Void) {
    on("notify::visible-child", handler)
  }
}
