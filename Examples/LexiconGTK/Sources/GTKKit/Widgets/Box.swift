import CGTK4

/// A row or column of widgets.
package final class Box: Widget {
  private init(_ orientation: GtkOrientation, spacing: Int, _ children: [Widget]) {
    super.init(gtk_box_new(orientation, Int32(spacing)))
    for child in children { append(child) }
  }

  package static func row(spacing: Int = 0, _ children: Widget...) -> Box {
    Box(GTK_ORIENTATION_HORIZONTAL, spacing: spacing, children)
  }

  package static func column(spacing: Int = 0, _ children: Widget...) -> Box {
    Box(GTK_ORIENTATION_VERTICAL, spacing: spacing, children)
  }

  package func append(_ child: Widget) {
    gtk_box_append(pointer(to: GtkBox.self), child.pointer)
    adopt(child)
  }

  package func replaceChildren(with child: Widget) {
    for old in children {
      gtk_box_remove(pointer(to: GtkBox.self), old.pointer)
      abandon(old)
    }
    append(child)
  }
}
