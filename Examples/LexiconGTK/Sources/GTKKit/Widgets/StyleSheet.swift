import CGTK4

/// The style of widgets, in GTK's dialect of CSS.
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
