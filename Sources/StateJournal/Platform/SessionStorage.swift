import Foundation

/// The only place that reads and writes files.
enum SessionStorage {
  static func read(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  static func exists(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  static func createFolder(_ url: URL) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Writes a whole file.
  ///
  /// If that fails, an existing file stays unchanged.
  static func write(_ bytes: Data, to url: URL) throws {
    try bytes.write(to: url, options: .atomic)
  }

  /// Writes a whole file into a folder, and creates the folder if necessary.
  @Sendable
  static func writeWithFolder(_ bytes: Data, to url: URL) throws {
    let folder = url.deletingLastPathComponent()
    try createFolder(folder)
    try write(bytes, to: url)
  }
}
