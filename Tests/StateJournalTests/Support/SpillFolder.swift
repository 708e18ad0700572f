import Foundation

@testable import StateJournal

/// A test's folder, which is removed with this object.
final class SpillFolder {
  /// The folder, which doesn't exist yet.
  let url: URL
  private let parent: URL

  init() throws {
    parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("spill-\(UUID().uuidString)")
    url = parent.appendingPathComponent("journal")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: parent) }

  /// Returns the names in the folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  /// Puts a file at its path, so that nothing can be written.
  func block() throws { try Data().write(to: url) }

  func unblock() throws { try FileManager.default.removeItem(at: url) }
}
