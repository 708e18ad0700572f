import CGTK4

/// A scroll view for content that may be taller than the available space.
package final class ScrollArea: Widget {
  /// Called when the user scrolls near the end, or when the content changes while the end is near.
  package var onNearEnd: @MainActor () -> Void = {}
  /// Called when the visible part of the content changes.
  package var onScroll: @MainActor () -> Void = {}
  /// The row to scroll to when it exists.
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

  /// Returns the first visible row of `count` rows with equal heights, or the row that is still expected.
  package func firstRow(of count: Int) -> Int {
    if let wanted { return wanted }
    let upper = gtk_adjustment_get_upper(adjustment)
    guard upper > 0 else { return 0 }
    return Int((Double(count) * gtk_adjustment_get_value(adjustment) / upper).rounded())
  }

  /// Sets the row to scroll to before there are rows.
  package func expect(_ row: Int) {
    wanted = row > 0 ? row : nil
  }

  /// Scrolls to the expected row as soon as all rows are drawn.
  package func scrollToExpected(of count: Int) {
    guard wanted != nil, count > 0 else { return }
    var frames = 0
    let callback = Callback { [weak self] in
      frames += 1
      // The first frame lays out the rows.
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

  /// Calls ``onNearEnd`` if less than half of the visible height remains below.
  private func tellNearEnd() {
    let height = gtk_adjustment_get_page_size(adjustment)
    let left =
      gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_value(adjustment) - height
    if height > 0, left < height / 2 {
      onNearEnd()
    }
  }
}
