import CGTK4

/// A spinner, visible only while work is in progress.
package final class Spinner: Widget {
  package init(name: String) {
    super.init(gtk_spinner_new())
    accessibleName(name)
    isSpinning = false
  }

  package var isSpinning: Bool {
    get { gtk_spinner_get_spinning(opaque) != 0 }
    set {
      gtk_spinner_set_spinning(opaque, newValue.gboolean)
      isVisible = newValue
    }
  }
}
