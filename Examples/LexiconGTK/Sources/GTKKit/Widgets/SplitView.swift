import CGTK4

/// Two widgets side by side with a movable divider.
package final class SplitView: Widget {
  package init(leading: Widget, trailing: Widget, position: Int) {
    super.init(gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
    gtk_paned_set_start_child(opaque, leading.pointer)
    gtk_paned_set_end_child(opaque, trailing.pointer)
    gtk_paned_set_resize_start_child(opaque, false.gboolean)
    gtk_paned_set_shrink_start_child(opaque, false.gboolean)
    gtk_paned_set_shrink_end_child(opaque, false.gboolean)
    gtk_paned_set_position(opaque, Int32(position))
    adopt(leading)
    adopt(trailing)
  }
}
