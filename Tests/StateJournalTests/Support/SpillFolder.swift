import Foundation

@testable import StateJournal

/// A folder of a test, which goes away with it.
final class SpillFolder {
  /// It is not there yet.
  let url: URL
  private let parent: URL

  init() throws {
    parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("spill-\(UUID().uuidString)")
    url = parent.appendingPathComponent("journal")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: parent) }

  /// The names of what is in it, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  /// Puts a file in its place, so that nothing can be written.
  func block() throws { try Data().write(to: url) }

  func unblock() throws { try FileManager.default.removeItem(at: url) }
}
