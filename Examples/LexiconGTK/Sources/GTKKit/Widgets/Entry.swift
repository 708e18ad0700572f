import CGTK4
package import ViewFeature

/// A single-line text field.
package final class Entry: Widget {
  /// Whether the binding, and not the user, is changing the text.
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

  /// Moves the keyboard focus to the end of the text.
  package func focusEnd() {
    focus()
    gtk_editable_set_position(opaque, -1)
  }

  /// Shows the value of a binding, and writes typed text to it.
  ///
  /// If the binding rejects a text, the entry shows the binding's value again.
  package func bind(_ binding: StateBinding<String>) {
    on("changed") { [weak self] in
      // GTK shows another value in two changes, of which the first clears the text.
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
