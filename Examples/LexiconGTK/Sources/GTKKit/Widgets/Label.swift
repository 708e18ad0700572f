import CGTK4

/// A read-only text.
package final class Label: Widget {
  package init(_ text: String = "") {
    super.init(gtk_label_new(text))
    align(horizontally: .start)
    gtk_label_set_xalign(opaque, 0)
  }

  package var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set {
      gtk_label_set_attributes(opaque, nil)
      gtk_label_set_text(opaque, newValue)
    }
  }

  /// Underlines a range of the text in UTF-8; setting another text removes the underline.
  package func underline(_ bytes: Range<Int>) {
    let attributes =
      gtk_label_get_attributes(opaque).flatMap(pango_attr_list_copy)
      ?? pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    guard let line = pango_attr_underline_new(PANGO_UNDERLINE_SINGLE) else { return }
    line.pointee.start_index = guint(bytes.lowerBound)
    line.pointee.end_index = guint(bytes.upperBound)
    // The list takes ownership of the attribute.
    pango_attr_list_insert(attributes, line)
    gtk_label_set_attributes(opaque, attributes)
  }

  /// Wraps the text into as many lines as it needs.
  package func wrapped() -> Self {
    gtk_label_set_wrap(opaque, true.gboolean)
    gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    return self
  }

  /// Truncates the text at its end if it doesn't fit into one line.
  package func ellipsized() -> Self {
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    return self
  }

  /// Truncates the text in its middle if it doesn't fit into one line.
  package func ellipsizedInTheMiddle() -> Self {
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_MIDDLE)
    return self
  }
}
