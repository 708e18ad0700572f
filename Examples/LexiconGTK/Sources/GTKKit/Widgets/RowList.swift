import CGTK4

/// A list of values with a widget for each.
package final class RowList<Row: Equatable>: Widget {
  private let makeWidget: @MainActor (Row) -> Widget
  private var widgets: [Widget] = []

  /// The values; a change keeps the widgets of unchanged values.
  package var rows: [Row] = [] {
    didSet { update(from: oldValue) }
  }

  package init(
    name: String,
    makeWidget: @escaping @MainActor (Row) -> Widget,
    activate: (@MainActor (Row) -> Void)? = nil
  ) {
    self.makeWidget = makeWidget
    super.init(gtk_list_box_new())
    accessibleName(name)
    guard let activate else {
      gtk_list_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
      return
    }
    handle("row-activated") { [weak self] arguments in
      guard let self, let row = arguments.object(at: 1) else { return false }
      activate(
        rows[Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self)))]
      )
      return true
    }
  }

  private func update(from old: [Row]) {
    for change in rows.difference(from: old) {
      switch change {
      case .remove(let index, _, _):
        remove(at: index)
      case .insert(let index, let row, _):
        insert(makeWidget(row), at: index)
      }
    }
  }

  private func insert(_ widget: Widget, at index: Int) {
    gtk_list_box_insert(opaque, widget.pointer, Int32(index))
    widgets.insert(widget, at: index)
  }

  private func remove(at index: Int) {
    guard let row = gtk_list_box_get_row_at_index(opaque, Int32(index)) else { return }
    gtk_list_box_remove(
      opaque,
      UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self)
    )
    widgets.remove(at: index)
  }
}
