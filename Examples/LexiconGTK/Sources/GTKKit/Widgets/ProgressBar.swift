import CGTK4

/// Shows how much of something is done.
package final class ProgressBar: Widget {
  package init(name: String) {
    super.init(gtk_progress_bar_new())
    accessibleName(name)
  }

  /// From 0 to 1.
  package var fraction: Double {
    get { gtk_progress_bar_get_fraction(opaque) }
    set { gtk_progress_bar_set_fraction(opaque, newValue) }
  }
}
