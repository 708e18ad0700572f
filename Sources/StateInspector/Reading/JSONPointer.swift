#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// Ways through the places of a state, as RFC 6901 writes them.
enum JSONPointer {
  static func names(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }
}
#endif
