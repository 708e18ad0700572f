import Foundation

/// The only place where files are read and written.
enum SessionStorage {
  static func read(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// Writes a whole file, or leaves the one that is there as it is.
  static func write(_ bytes: Data, to url: URL) throws {
    try bytes.write(to: url, options: .atomic)
  }

  /// Writes a whole file into a folder, which is made if it is not there.
  @Sendable
  static func writeWithFolder(_ bytes: Data, to url: URL) throws {
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(bytes, to: url)
  }
}
