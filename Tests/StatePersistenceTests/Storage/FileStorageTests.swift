import Foundation
import StateTesting
import Testing

@testable import StatePersistence

@MainActor @Suite(.timeLimit(.minutes(20))) struct FileStorageTests {
  private let folder: SavedFolder
  private let calls = FaultyCalls()
  private let clock = TestClock()

  init() throws {
    folder = try SavedFolder()
  }

  private final class Reports {
    var errors: [SavedStateError] = []
  }

  private let reports = Reports()

  private func attach(_ settings: Settings, at url: URL? = nil) async throws -> SavedState<Settings>
  {
    let storage = FileStorage((url ?? folder.file).path, calls: calls)
    return try await StatePersistence.attach(
      settings,
      to: PersistenceLocation(storage, key: storage.name),
      clock: clock,
      onError: { [reports] in reports.errors.append($0) }
    )
  }

  private func text() throws -> String { try String(contentsOf: folder.file, encoding: .utf8) }

  @Test func aFileIsReadAndWritten() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    #expect(try folder.names().isEmpty)
    settings.fontSize = 14
    settings.theme = .dark
    #expect(await saved.flush())
    #expect(
      try text() == """
        {"state":"Settings","version":2,"revision":1,"fields":{
        "fontSize":14,
        "notes":{},
        "theme":"dark"
        }}

        """
    )
    #expect(try folder.names() == [".settings.json.lock", "settings.json"])
    let other = Settings()
    let later = try await attach(other)
    #expect(other.fontSize == 14)
    #expect(other.theme == .dark)
    other.fontSize = 15
    #expect(await later.flush())
    #expect(try text().contains(#""revision":2"#))
  }

  @Test func aFileOfTheUserIsLocated() async throws {
    let settings = Settings()
    let saved = try await StatePersistence.attach(settings, to: .file(folder.file))
    settings.fontSize = 14
    #expect(await saved.flush())
    #expect(try text().contains(#""fontSize":14"#))
  }

  /// The file is whole and on the disk before it takes its place, and the folder is after that.
  @Test func theStepsOfASaveAreInOrder() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    calls.log.setValue([])
    #expect(await saved.flush())
    let steps = calls.log.value.filter { !$0.hasPrefix("open settings") && $0 != "close" }
    let name = folder.url.lastPathComponent
    #expect(
      steps == [
        "make .settings.json.lock", "lock", "make .settings.json.saving", "write", "write",
        "synchronize", "rename settings.json", "open \(name)", "synchronize",
      ]
    )
  }

  @Test(arguments: FaultyCalls.Fault.allCases)
  func aFaultLosesNothing(fault: FaultyCalls.Fault) async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    #expect(await saved.flush())
    let before = try text()

    calls.fault.setValue(fault)
    settings.fontSize = 15
    settings.notes = ["a": String(repeating: "x", count: 1000)]
    #expect(await !saved.flush())
    #expect(await !saved.flush())
    #expect(settings.fontSize == 15)
    #expect(reports.errors.count == 1)
    let error = try #require(reports.errors.first)
    #expect(error.code == .unwritable)
    #expect(error.place == folder.file.path)
    #expect(saved.failure == error)
    #expect(try text() == before)
    #expect(try folder.names() == [".settings.json.lock", "settings.json"])

    calls.fault.setValue(nil)
    await clock.advance(by: .seconds(10))
    #expect(await saved.flush())
    #expect(saved.failure == nil)
    #expect(try text().contains(#""fontSize":15"#))
    let other = Settings()
    _ = try await attach(other)
    #expect(other.notes == settings.notes)
  }

  @Test func aFolderThatVanishesIsMadeAgain() async throws {
    let url = folder.url.appendingPathComponent("a/b/settings.json")
    let settings = Settings()
    let saved = try await attach(settings, at: url)
    settings.fontSize = 14
    #expect(await saved.flush())
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("a"))
    settings.theme = .dark
    #expect(await saved.flush())
    let other = Settings()
    _ = try await attach(other, at: url)
    #expect(other.theme == .dark)
    #expect(other.fontSize == 14)
    #expect(reports.errors.isEmpty)
  }

  @Test func aFileThatCannotBeReadIsNoEmptyOne() async throws {
    // A folder in its place.
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: true)
    let error = try await #require(throws: SavedStateError.self) { try await attach(Settings()) }
    #expect(error.code == .unreadable)
    #expect(error.place == folder.file.path)
  }

  @Test func aLockOfAnotherProcessIsWaitedFor() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    let system = SystemCalls()
    let lock = try system.make(
      folder.url.appendingPathComponent(".settings.json.lock").path,
      isEmptied: false
    )
    #expect(try system.lock(lock))
    #expect(await !saved.flush())
    #expect(saved.failure?.code == .locked)
    system.close(lock)
    #expect(await saved.flush())
  }

  @Test func whatIsLeftOfACrashDoesNoHarm() async throws {
    try Data("half of a".utf8)
      .write(to: folder.url.appendingPathComponent(".settings.json.saving"))
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    #expect(await saved.flush())
    #expect(try folder.names() == [".settings.json.lock", "settings.json"])
  }

  @Test func damagedFilesAreSetAsideUnderFreeNames() async throws {
    for round in 1...3 {
      try Data("damage \(round)".utf8).write(to: folder.file)
      _ = try await attach(Settings())
    }
    #expect(
      try folder.names() == [
        ".settings.json.lock", "settings.json.damaged-1", "settings.json.damaged-2",
        "settings.json.damaged-3",
      ]
    )
    #expect(reports.errors.map(\.setAside) == (1...3).map { "settings.json.damaged-\($0)" })
  }

  @Test func aSymbolicLinkLeadsToTheFile() async throws {
    let target = folder.url.appendingPathComponent("target.json")
    try Data(#"{"version":2,"fields":{"fontSize":14}}"#.utf8).write(to: target)
    let link = folder.url.appendingPathComponent("link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    let settings = Settings()
    let saved = try await StatePersistence.attach(settings, to: .file(link))
    settings.fontSize = 15
    #expect(await saved.flush())
    #expect(try String(contentsOf: target, encoding: .utf8).contains(#""fontSize":15"#))
    let values = try link.resourceValues(forKeys: [.isSymbolicLinkKey])
    #expect(values.isSymbolicLink == true)
  }
}
