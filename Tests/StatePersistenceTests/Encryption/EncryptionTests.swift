#if Encryption
import Crypto
import Foundation
import StateTesting
import Testing

@testable import StatePersistence

@MainActor @Suite(.timeLimit(.minutes(20))) struct EncryptionTests {
  private let folder: SavedFolder
  private let key = SymmetricKey(size: .bits256)
  private let clock = TestClock()

  init() throws {
    folder = try SavedFolder()
  }

  private final class Reports {
    var errors: [SavedStateError] = []
  }

  private let reports = Reports()

  private func attach(
    _ settings: Settings,
    to location: PersistenceLocation? = nil
  ) async throws -> SavedState<Settings> {
    try await SavedStates.attach(
      settings,
      to: location ?? .file(folder.file).encrypted(by: key),
      clock: clock,
      onError: { [reports] in reports.errors.append($0) }
    )
  }

  private let secret = "correct horse battery staple"

  /// Saves a state with a secret.
  private func save(to location: PersistenceLocation? = nil, size: Int = 14) async throws {
    let settings = Settings()
    let saved = try await attach(settings, to: location)
    settings.fontSize = size
    settings.notes = ["password": secret]
    #expect(await saved.flush())
    await saved.detach()
  }

  /// Returns the error that refuses a load.
  ///
  /// The file has to stay unchanged, with no other file next to it.
  private func refusal(
    of location: PersistenceLocation? = nil,
    at file: URL? = nil
  ) async throws -> SavedStateError.Code {
    let file = file ?? folder.file
    let (before, names) = (try Data(contentsOf: file), try folder.names())
    let settings = Settings()
    let error = try await #require(throws: SavedStateError.self) {
      try await attach(settings, to: location)
    }
    settings.fontSize = 1
    await clock.advance(by: .seconds(10))
    #expect(try Data(contentsOf: file) == before)
    #expect(try folder.names() == names)
    #expect(error.place == file.path)
    return error.code
  }

  // MARK: Files

  /// Follows the steps of the article.
  @Test func aStateMovesToAnEncryptedPlace() async throws {
    let plain = folder.url.appendingPathComponent("plain.json")
    try await save(to: .file(plain))
    let settings = Settings()
    #expect(try await attach(settings, to: .file(plain)).detach())
    #expect(try await attach(settings).saveAll())
    let loaded = Settings()
    _ = try await attach(loaded)
    #expect(loaded.notes == ["password": secret])
  }

  @Test func aSecretIsNotInTheFolder() async throws {
    try await save()
    try await save(size: 15)
    for name in try folder.names() {
      let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
      for text in [secret, "password", "fontSize", "Settings"] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(name)")
      }
    }
    let loaded = Settings()
    _ = try await attach(loaded)
    #expect(loaded.notes == ["password": secret])
    #expect(reports.errors.isEmpty)
  }

  @Test func theWrongKeyIsRefused() async throws {
    try await save()
    let other = SymmetricKey(size: .bits256)
    #expect(try await refusal(of: .file(folder.file).encrypted(by: other)) == .wrongKey)
    #expect(try await refusal(of: .file(folder.file)) == .wrongKey)
    let loaded = Settings()
    _ = try await attach(loaded)
    #expect(loaded.fontSize == 14)
  }

  @Test func aFileThatIsNotEncryptedIsRefused() async throws {
    try await save(to: .file(folder.file))
    #expect(try await refusal() == .unencrypted)
  }

  @Test func swappedFilesAreRefused() async throws {
    try await save()
    let other = folder.url.appendingPathComponent("account.json")
    try FileManager.default.moveItem(at: folder.file, to: other)
    #expect(
      try await refusal(of: .file(other).encrypted(by: key), at: other) == .otherPlace
    )
  }

  @Test func aShortKeyIsAnError() async throws {
    let short = SymmetricKey(data: Array(repeating: UInt8(1), count: 8))
    let error = try await #require(throws: SavedStateError.self) {
      try await attach(Settings(), to: .memory.encrypted(by: short))
    }
    #expect(error.code == .declaration)
  }

  @Test func aTruncatedFileIsSetAside() async throws {
    try await save()
    let bytes = try Data(contentsOf: folder.file)
    try bytes.prefix(100).write(to: folder.file)
    let settings = Settings()
    let saved = try await attach(settings)
    #expect(settings.fontSize == 12)
    #expect(reports.errors.map(\.code) == [.truncated])
    #expect(reports.errors.first?.setAside == "settings.json.damaged-1")
    let aside = folder.url.appendingPathComponent("settings.json.damaged-1")
    #expect(try Data(contentsOf: aside) == bytes.prefix(100))
    settings.fontSize = 15
    #expect(await saved.flush())
    let loaded = Settings()
    _ = try await attach(loaded)
    #expect(loaded.fontSize == 15)
  }

  @Test func aChangedByteIsSetAside() async throws {
    try await save()
    var bytes = try Data(contentsOf: folder.file)
    bytes[bytes.count - 30] ^= 1
    try bytes.write(to: folder.file)
    let settings = Settings()
    _ = try await attach(settings)
    #expect(settings.fontSize == 12)
    #expect(reports.errors.map(\.code) == [.damaged])
    #expect(try folder.names().contains("settings.json.damaged-1"))
  }

  @Test func whatIsRefusedLaterIsNotWrittenOver() async throws {
    let settings = Settings()
    let saved = try await attach(settings)
    settings.fontSize = 10
    #expect(await saved.flush())
    try FileManager.default.removeItem(at: folder.file)
    try await save(to: .file(folder.file).encrypted(by: SymmetricKey(size: .bits256)))
    let before = try Data(contentsOf: folder.file)
    settings.fontSize = 11
    #expect(await !saved.flush())
    #expect(saved.failure?.code == .wrongKey)
    await saved.reload()
    #expect(try Data(contentsOf: folder.file) == before)
    #expect(saved.hasUnsavedChanges)
  }

  /// Follows the steps of the documentation comment.
  @Test func aStateMovesToAnotherKey() async throws {
    try await save(to: .file(folder.file))
    let settings = Settings()
    let old = try await attach(settings, to: .file(folder.file))
    #expect(await old.detach())
    let new = PersistenceLocation.file(folder.url.appendingPathComponent("settings.sealed"))
      .encrypted(by: key)
    let saved = try await attach(settings, to: new)
    settings.theme = .dark
    #expect(await saved.flush())
    let loaded = Settings()
    _ = try await attach(loaded, to: new)
    #expect(loaded.fontSize == 14)
    #expect(loaded.notes == ["password": secret])
    #expect(loaded.theme == .dark)
  }
}
#endif
