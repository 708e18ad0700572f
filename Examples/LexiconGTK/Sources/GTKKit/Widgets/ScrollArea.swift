import CGTK4

/// Something that may be higher than the room for it.
package final class ScrollArea: Widget {
  /// Called whenever the end comes near or the content changes with its end near.
  package var onNearEnd: @MainActor () -> Void = {}

  private var adjustment: UnsafeMutablePointer<GtkAdjustment> {
    gtk_scrolled_window_get_vadjustment(opaque)
  }

  package init(_ content: Widget) {
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(opaque, content.pointer)
    adopt(content)
    expand(horizontally: true, vertically: true)
    for signal in ["changed", "value-changed"] {
      handle(signal, of: adjustment) { [weak self] _ in
        self?.tellNearEnd()
        return false
      }
    }
  }

  package func scrollToTop() {
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_lower(adjustment))
  }

  /// The end is near when less than half of what is seen at a time is left below.
  private func tellNearEnd() {
    let height = gtk_adjustment_get_page_size(adjustment)
    let left =
      gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_value(adjustment) - height
    if height > 0, left < height / 2 {
      onNearEnd()
    }
  }
}
