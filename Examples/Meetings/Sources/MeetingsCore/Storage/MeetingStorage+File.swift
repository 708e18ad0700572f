package import Foundation

extension MeetingStorage {
  /// The file shared by the terminal app and the SwiftUI app.
  package static var defaultFile: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return (folders.first ?? .homeDirectory)
      .appending(path: "Meetings/meetings.json")
  }

  /// Returns a storage that keeps the meetings in a JSON file.
  ///
  /// The folder is created when it is needed. A file that is set aside stays next to the new one.
  package static func file(_ file: URL) -> MeetingStorage {
    MeetingStorage {
      guard FileManager.default.fileExists(atPath: file.path) else { return [] }
      let data = try Data(contentsOf: file)
      do {
        return try JSONDecoder().decode([Meeting].self, from: data)
      } catch {
        throw MeetingStorageError.damaged(file.lastPathComponent)
      }
    } save: { meetings in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try encoder.encode(meetings).write(to: file, options: .atomic)
    } setAside: {
      try FileManager.default.moveItem(at: file, to: freePlace(beside: file))
    }
  }

  private static func freePlace(beside file: URL) -> URL {
    let places = (1...).lazy.map { file.appendingPathExtension("damaged-\($0)") }
    return places.first { !FileManager.default.fileExists(atPath: $0.path) } ?? file
  }
}

/// An error of the file with the meetings.
package enum MeetingStorageError: LocalizedError, Equatable {
  case damaged(String)

  package var errorDescription: String? {
    switch self {
    case .damaged(let name): "\(name) doesn't contain meetings, or is incomplete."
    }
  }
}
