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
    return try await SavedStates.attach(
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
    let saved = try await SavedStates.attach(settings, to: .file(folder.file))
    settings.fontSize = 14
    #expect(await saved.flush())
    #expect(try text().contains(#""fontSize":14"#))
  }

  /// The file is complete and on disk before it replaces the old one, and the folder is synchronized after that.
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
    // The file may have the new text, and a crash may revert that.
    #expect(try (text() == before) == (fault != .failingFolderSync))
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

  @Test func anUnreadableFileIsNotEmpty() async throws {
    // A folder has the same name.
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
      isNew: false
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
    let saved = try await SavedStates.attach(settings, to: .file(link))
    settings.fontSize = 15
    #expect(await saved.flush())
    #expect(try String(contentsOf: target, encoding: .utf8).contains(#""fontSize":15"#))
    let values = try link.resourceValues(forKeys: [.isSymbolicLinkKey])
    #expect(values.isSymbolicLink == true)
  }

  // MARK: Unconfirmed writes

  /// The file has its new content, and the save is retried.
  ///
  /// An addition counts only once.
  @Test func aWriteThatIsNotConfirmedCountsOnce() async throws {
    func attach(_ tally: Tally) async throws -> SavedState<Tally> {
      let storage = FileStorage(folder.file.path, calls: calls)
      return try await SavedStates.attach(
        tally,
        to: PersistenceLocation(OtherProcess(storage), key: storage.name),
        clock: clock,
        onError: { [reports] in reports.errors.append($0) }
      )
    }
    let (here, there) = (Tally(), Tally())
    let saved = try await attach(here)
    let other = try await attach(there)
    there.count = 10
    #expect(await other.flush())
    here.count = 1
    calls.fault.setValue(.failingFolderSync)
    #expect(await !saved.flush())
    #expect(saved.hasUnsavedChanges)
    #expect(reports.errors.map(\.code) == [.unwritable])
    #expect(here.count == 11)
    here.count += 1
    #expect(await !saved.flush())
    calls.fault.setValue(nil)
    there.count += 100
    #expect(await other.flush())
    #expect(await saved.flush())
    #expect(saved.failure == nil)
    #expect(here.count == 112)
    // The file is written again even without a change, so that it is on disk.
    calls.fault.setValue(.failingFolderSync)
    here.count += 1
    #expect(await !saved.flush())
    calls.fault.setValue(nil)
    calls.log.setValue([])
    #expect(await saved.flush())
    #expect(calls.log.value.contains("write"))
    #expect(try text().contains(#""count":113"#))
  }

  // MARK: Links and rights

  private func mode(_ url: URL) throws -> Int {
    let values = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(values[.posixPermissions] as? Int)
  }

  /// Another user may be able to write to the folder.
  @Test func aLinkInPlaceOfTheTemporaryFileIsNotFollowed() async throws {
    let foreign = folder.url.appendingPathComponent("foreign.txt")
    try Data("foreign".utf8).write(to: foreign)
    let link = folder.url.appendingPathComponent(".settings.json.saving")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: foreign)
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    #expect(await saved.flush())
    #expect(try String(contentsOf: foreign, encoding: .utf8) == "foreign")
    let values = try folder.file.resourceValues(forKeys: [.isSymbolicLinkKey])
    #expect(values.isSymbolicLink == false)
    #expect(try text().contains(#""fontSize":14"#))
  }

  @Test func aLinkInPlaceOfTheLockIsAnError() async throws {
    let target = folder.url.appendingPathComponent("made.txt")
    let link = folder.url.appendingPathComponent(".settings.json.lock")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    #expect(await !saved.flush())
    #expect(saved.failure?.code == .unwritable)
    #expect(try folder.names() == [".settings.json.lock"])
    try FileManager.default.removeItem(at: link)
    #expect(await saved.flush())
  }

  @Test func aFileIsForItsUserAlone() async throws {
    let temporary = folder.url.appendingPathComponent(".settings.json.saving")
    #expect(FileManager.default.createFile(atPath: temporary.path, contents: Data("old".utf8)))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: temporary.path)
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    #expect(await saved.flush())
    #expect(try mode(folder.file) == 0o600)
    #expect(try mode(folder.url.appendingPathComponent(".settings.json.lock")) == 0o600)
  }

  /// Opening a pipe without a reader would block the thread.
  @Test func aPipeHoldsNoSave() async throws {
    for name in [".settings.json.lock", ".settings.json.saving"] {
      #expect(mkfifo(folder.url.appendingPathComponent(name).path, 0o600) == 0)
    }
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 14
    #expect(await !saved.flush())
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(".settings.json.lock"))
    #expect(await saved.flush())
    #expect(mkfifo(folder.url.appendingPathComponent("pipe.json").path, 0o600) == 0)
    _ = try await attach(Settings(), at: folder.url.appendingPathComponent("pipe.json"))
    #expect(reports.errors.last?.code == .damaged)
  }

  /// Runs with and without the file.
  @Test(arguments: [false, true])
  func aFolderThroughALinkIsTheSamePlace(isThere: Bool) async throws {
    let real = folder.url.appendingPathComponent("real")
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    if isThere {
      try FileManager.default.createDirectory(
        at: real.appendingPathComponent("a"),
        withIntermediateDirectories: true
      )
      try Data(#"{"version":2,"fields":{}}"#.utf8).write(
        to: real.appendingPathComponent("a/b.json")
      )
    }
    let (here, there) = (Settings(), Settings())
    let saved = try await SavedStates.attach(
      here,
      to: .file(real.appendingPathComponent("a/b.json"))
    )
    _ = try await SavedStates.attach(there, to: .file(link.appendingPathComponent("a/b.json")))
    here.fontSize = 14
    #expect(await saved.flush())
    #expect(there.fontSize == 14)
    let pages = PersistenceFolder.folder(link.appendingPathComponent("pages"))
    let others = PersistenceFolder.folder(real.appendingPathComponent("pages"))
    #expect(pages.location("a").storage.identity == others.location("a").storage.identity)
  }

  @Test func pathsAreResolvedAsFarAsTheyAreThere() throws {
    let base = SystemCalls.resolved(folder.url.path)
    func link(_ name: String, _ target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(base)/\(name)",
        withDestinationPath: target
      )
    }
    try link("dangling", "missing/target")
    try link("absolute", "\(base)/missing")
    try link("loop", "loop")
    let cases = [
      ("x/y", "x/y"), ("dangling", "missing/target"), ("absolute/a", "missing/a"),
      ("dangling/a", "missing/target/a"), ("x/../y", "y"), ("x/./y", "x/y"),
      ("dangling/../a", "missing/a"),
    ]
    for (path, resolved) in cases {
      #expect(SystemCalls.resolved("\(base)/\(path)") == "\(base)/\(resolved)")
    }
    #expect(SystemCalls.resolved("\(base)/loop").hasSuffix("/loop"))
    #expect(SystemCalls.resolved("/") == "/")
    #expect(SystemCalls.resolved("relative") == "relative")
  }
}
