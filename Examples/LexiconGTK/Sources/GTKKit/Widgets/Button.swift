import CGTK4

/// A button with a text or an icon.
package final class Button: Widget {
  package init(_ text: String, action: @escaping @MainActor () -> Void) {
    super.init(gtk_button_new_with_label(text))
    on("clicked", action)
  }

  /// Creates a button with an icon and an accessible name.
  package init(icon: String, name: String, action: @escaping @MainActor () -> Void) {
    super.init(gtk_button_new_from_icon_name(icon))
    accessibleName(name)
    gtk_widget_set_tooltip_text(pointer, name)
    on("clicked", action)
  }

  package var text: String {
    get { gtk_button_get_label(pointer(to: GtkButton.self)).map { String(cString: $0) } ?? "" }
    set { gtk_button_set_label(pointer(to: GtkButton.self), newValue) }
  }
}
