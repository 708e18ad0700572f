import Foundation

/// The only place where files are read and written.
enum SessionStorage {
  static func read(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// Writes a whole file, or leaves the one that is there as it is.
  static func write(_ bytes: [UInt8], to url: URL) throws {
    try Data(bytes).write(to: url, options: .atomic)
  }
}
