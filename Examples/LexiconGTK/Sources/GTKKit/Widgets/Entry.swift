import CGTK4
package import ViewFeature

/// A line of text to write.
package final class Entry: Widget {
  /// Whether the text is changed by the binding, and not by the user.
  private var isShowing = false

  private init(pointer: UnsafeMutablePointer<GtkWidget>?, name: String) {
    super.init(pointer)
    accessibleName(name)
  }

  package static func text(name: String) -> Entry {
    let entry = Entry(pointer: gtk_entry_new(), name: name)
    gtk_entry_set_activates_default(entry.pointer(to: GtkEntry.self), true.gboolean)
    return entry
  }

  package static func search(name: String) -> Entry {
    let entry = Entry(pointer: gtk_search_entry_new(), name: name)
    cgtk_set_text_property(entry.pointer, "placeholder-text", name)
    return entry
  }

  package var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    set { gtk_editable_set_text(opaque, newValue) }
  }

  /// Directs the keys to the end of what is written.
  package func focusEnd() {
    focus()
    gtk_editable_set_position(opaque, -1)
  }

  /// Shows the value of a binding, and writes to it what is typed.
  ///
  /// What the binding does not take is not shown either.
  package func bind(_ binding: StateBinding<String>) {
    on("changed") { [weak self] in
      // Another value is shown in two changes: first the old text goes.
      guard let self, !isShowing, text != binding.get() else { return }
      binding.set(text)
      show(binding.get())
    }
    follow { [weak self] in
      let value = binding.get()
      self?.show(value)
    }
  }

  private func show(_ value: String) {
    guard text != value else { return }
    isShowing = true
    text = value
    isShowing = false
    gtk_editable_set_position(opaque, -1)
  }
}
