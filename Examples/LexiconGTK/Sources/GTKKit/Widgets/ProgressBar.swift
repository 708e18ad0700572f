import CGTK4

/// Shows progress.
package final class ProgressBar: Widget {
  package init(name: String) {
    super.init(gtk_progress_bar_new())
    accessibleName(name)
  }

  /// The progress, from 0 to 1.
  package var fraction: Double {
    get { gtk_progress_bar_get_fraction(opaque) }
    set { gtk_progress_bar_set_fraction(opaque, newValue) }
  }
}
