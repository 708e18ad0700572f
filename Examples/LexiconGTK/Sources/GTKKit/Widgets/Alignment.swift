import CGTK4

/// The alignment of a widget in its available space.
package enum Alignment {
  case start
  case center
  case end

  var align: GtkAlign {
    switch self {
    case .start: GTK_ALIGN_START
    case .center: GTK_ALIGN_CENTER
    case .end: GTK_ALIGN_END
    }
  }
}
