package import CGTK4

extension Bool {
  /// The value for C code.
  package var gboolean: gboolean { self ? 1 : 0 }
}
