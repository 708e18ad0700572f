import CGTK4

/// A window.
open class Window: Widget {
  package init(title: String, width: Int, height: Int) {
    super.init(gtk_window_new())
    gtk_window_set_title(window, title)
    gtk_window_set_default_size(window, Int32(width), Int32(height))
  }

  isolated deinit {
    gtk_window_destroy(window)
  }

  private var window: UnsafeMutablePointer<GtkWindow> { pointer(to: GtkWindow.self) }

  package func setContent(_ content: Widget, header: Widget) {
    gtk_window_set_titlebar(window, header.pointer)
    gtk_window_set_child(window, content.pointer)
    adopt(header)
    adopt(content)
  }

  /// Stays in front of another window, which is blocked until this one closes.
  package func setModal(over parent: Window) {
    gtk_window_set_transient_for(window, parent.window)
    gtk_window_set_modal(window, true.gboolean)
  }

  /// Sets the button that the Enter key presses in an entry.
  package func setDefault(_ button: Button) {
    gtk_window_set_default_widget(window, button.pointer)
  }

  /// Calls a handler instead of closing when the user closes the window.
  package func onCloseRequest(_ handler: @escaping @MainActor () -> Void) {
    handle("close-request") { _ in
      handler()
      return true
    }
  }

  /// Calls a handler when the user presses Escape and no widget in the window handles it.
  package func onEscape(_ handler: @escaping @MainActor () -> Void) {
    guard let keys = gtk_event_controller_key_new() else { return }
    gtk_widget_add_controller(pointer, keys)
    handle("key-pressed", of: UnsafeMutableRawPointer(keys)) { arguments in
      guard arguments.unsignedInteger(at: 1) == guint(GDK_KEY_Escape) else { return false }
      handler()
      return true
    }
  }

  package func present() {
    gtk_window_present(window)
  }
}
