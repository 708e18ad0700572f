package import CGTK4

extension Bool {
  /// The same for C code.
  package var gboolean: gboolean { self ? 1 : 0 }
}
