import CGTK4

/// A text that is only read.
package final class Label: Widget {
  package init(_ text: String = "") {
    super.init(gtk_label_new(text))
    align(horizontally: .start)
    gtk_label_set_xalign(opaque, 0)
  }

  package var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set { gtk_label_set_text(opaque, newValue) }
  }

  /// Breaks the text into as many lines as it needs.
  package func wrapped() -> Self {
    gtk_label_set_wrap(opaque, true.gboolean)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    return self
  }

  /// Cuts off what does not fit into one line.
  package func ellipsized() -> Self {
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    return self
  }
}
