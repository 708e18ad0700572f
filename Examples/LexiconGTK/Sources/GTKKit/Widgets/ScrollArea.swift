import CGTK4

/// Something that may be higher than the room for it.
package final class ScrollArea: Widget {
  /// Called whenever the end comes near or the content changes with its end near.
  package var onNearEnd: @MainActor () -> Void = {}
  /// Called whenever another part of the content is seen.
  package var onScroll: @MainActor () -> Void = {}
  /// The row that is to be the first one that is seen, once it is there.
  private var wanted: Int?
  private var frameCallback: guint?

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
        self?.onScroll()
        return false
      }
    }
  }

  package func scrollToTop() {
    wanted = nil
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_lower(adjustment))
  }

  /// The first of `count` rows of one height that is seen.
  package func firstRow(of count: Int) -> Int {
    if let wanted { return wanted }
    let upper = gtk_adjustment_get_upper(adjustment)
    guard upper > 0 else { return 0 }
    return Int((Double(count) * gtk_adjustment_get_value(adjustment) / upper).rounded())
  }

  /// Says which row is to be the first one that is seen, before there are rows.
  package func expect(_ row: Int) {
    wanted = row > 0 ? row : nil
  }

  /// Shows the row that was expected as the first one, as soon as all rows are drawn.
  package func scrollToExpected(of count: Int) {
    guard wanted != nil, count > 0 else { return }
    var frames = 0
    let callback = Callback { [weak self] in
      frames += 1
      // The rows get their heights with the first frame.
      if frames > 1 { self?.scrollNow(of: count) }
    }
    stopWaiting()
    frameCallback = gtk_widget_add_tick_callback(
      pointer,
      { _, _, data in
        Callback.run(data)
        return true.gboolean
      },
      Unmanaged.passRetained(callback).toOpaque(),
      { data in Callback.release(data) }
    )
  }

  private func stopWaiting() {
    guard let frameCallback else { return }
    self.frameCallback = nil
    gtk_widget_remove_tick_callback(pointer, frameCallback)
  }

  private func scrollNow(of count: Int) {
    stopWaiting()
    guard let wanted else { return }
    self.wanted = nil
    let upper = gtk_adjustment_get_upper(adjustment)
    gtk_adjustment_set_value(adjustment, upper * Double(wanted) / Double(count))
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
