#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// A file of the page, which holds no data.
struct PageFile: Sendable {
  let type: String
  let bytes: [UInt8]

  /// The file at a path; there are no others.
  static func named(_ path: String) -> PageFile? { files[path] }

  private static let files = Dictionary(
    uniqueKeysWithValues: PageFiles.all.map { name, type, text in
      (name == "index.html" ? "/" : "/\(name)", PageFile(type: type, bytes: Array(text.utf8)))
    }
  )
}
#endif
