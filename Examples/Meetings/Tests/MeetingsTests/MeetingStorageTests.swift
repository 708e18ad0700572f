import Foundation
import Testing

@testable import MeetingsCore

@Suite(.timeLimit(.minutes(20)))
struct MeetingStorageTests {
  /// A file in a separate folder that doesn't exist yet.
  private let file = FileManager.default.temporaryDirectory
    .appending(path: "meetings-\(UUID().uuidString)/deeper/meetings.json")
  private var folder: URL { file.deletingLastPathComponent() }
  private var storage: MeetingStorage { .file(file) }

  private func withFolder(_ body: () async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await body()
  }

  @Test func withoutAFileThereAreNone() async throws {
    #expect(try await storage.load() == [])
  }

  @Test func meetingsComeBack() async throws {
    try await withFolder {
      try FileManager.default.removeItem(at: folder)
      try await storage.save([.design, .standup])
      #expect(try await storage.load() == [.design, .standup])
      try await storage.save([.standup])
      #expect(try await storage.load() == [.standup])
    }
  }

  @Test(arguments: ["", "[", "{}", #"[{"title": "Design"}]"#])
  func aDamagedFileIsReported(contents: String) async throws {
    try await withFolder {
      try Data(contents.utf8).write(to: file)
      await #expect(throws: MeetingStorageError.damaged("meetings.json")) {
        try await storage.load()
      }
      #expect(try Data(contentsOf: file) == Data(contents.utf8))
    }
  }

  @Test func eachFileThatIsSetAsideIsKept() async throws {
    try await withFolder {
      for text in ["one", "two"] {
        try Data(text.utf8).write(to: file)
        try await storage.setAside()
      }
      #expect(try await storage.load() == [])
      for (number, text) in ["one", "two"].enumerated() {
        let aside = file.appendingPathExtension("damaged-\(number + 1)")
        #expect(try Data(contentsOf: aside) == Data(text.utf8))
      }
    }
  }

  @Test func memoryKeepsWhatIsSaved() async throws {
    let storage = MeetingStorage.inMemory([.design])
    try await storage.save([.design, .standup])
    #expect(try await storage.load() == [.design, .standup])
  }
}
