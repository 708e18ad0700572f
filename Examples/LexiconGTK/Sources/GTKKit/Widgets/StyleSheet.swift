import CGTK4

/// What widgets look like, in GTK's kind of CSS.
@MainActor
package enum StyleSheet {
  /// Applies rules to all windows.
  package static func install(_ css: String) {
    guard let provider = gtk_css_provider_new() else { return }
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(),
      OpaquePointer(provider),
      guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
    )
    g_object_unref(provider)
  }
}
