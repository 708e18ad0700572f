#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// Paths through a state in the syntax of RFC 6901.
enum JSONPointer {
  static func names(_ path: String) -> [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }
}
#endif
