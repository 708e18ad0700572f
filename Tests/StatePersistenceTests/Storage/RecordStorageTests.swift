import StateTesting
import Testing

@testable import StatePersistence

/// The behavior that all storages share.
@MainActor @Suite(.timeLimit(.minutes(20))) struct RecordStorageTests {
  private let clock = TestClock()

  private final class Reports {
    var errors: [SavedStateError] = []
    var conflicts: [PersistenceConflict] = []
    var reloads: [Set<String>] = []
  }

  private func attach(
    _ settings: Settings,
    _ place: SavedPlace,
    _ reports: Reports = Reports()
  ) async throws -> SavedState<Settings> {
    try await SavedStates.attach(
      settings,
      to: place.location(),
      clock: clock,
      onError: { reports.errors.append($0) },
      onConflict: { reports.conflicts.append($0) },
      onReload: { reports.reloads.append($0) }
    )
  }

  @Test(arguments: PlaceKind.allCases)
  func whatIsSavedComesBack(kind: PlaceKind) async throws {
    let place = try SavedPlace(kind)
    let settings = Settings()
    let reports = Reports()
    let saved = try await attach(settings, place, reports)
    for size in 1...3 {
      settings.fontSize = size
      #expect(await saved.flush())
      let loaded = Settings()
      _ = try await attach(loaded, place, reports)
      #expect(loaded.fontSize == size)
    }
    #expect(try place.text?.contains(#""revision":3"#) == true)
    #expect(reports.errors.isEmpty)
  }

  @Test(arguments: PlaceKind.allCases)
  func othersAreNoticed(kind: PlaceKind) async throws {
    let place = try SavedPlace(kind)
    let (here, there) = (Settings(), Settings())
    let reports = Reports()
    let saved = try await attach(here, place, reports)
    let other = try await attach(there, place)
    here.fontSize = 10
    #expect(await saved.flush())
    await other.reload()
    #expect(there.fontSize == 10)
    there.fontSize = 20
    there.theme = .dark
    #expect(await other.flush())
    here.fontSize = 30
    #expect(await saved.flush())
    #expect(here.theme == .dark)
    #expect(reports.reloads == [["theme"]])
    #expect(reports.conflicts.map(\.there) == [20])
    #expect(try place.text?.contains(#""fontSize":30"#) == true)
    await other.reload()
    #expect(there.fontSize == 30)
    here.fontSize = 31
    #expect(await saved.flush())
    #expect(reports.conflicts.count == 1)
    #expect(reports.errors.isEmpty)
  }

  @Test(arguments: PlaceKind.allCases)
  func aNewerVersionIsRefusedAndLeftAlone(kind: PlaceKind) async throws {
    let place = try SavedPlace(kind)
    try place.write(#"{"state":"Settings","version":3,"fields":{"fontSize":14}}"#)
    let before = try place.read()?.bytes
    let error = try await #require(throws: SavedStateError.self) {
      try await attach(Settings(), place)
    }
    #expect(error.code == .newerVersion)
    #expect(try place.read()?.bytes == before)
  }

  @Test(arguments: PlaceKind.allCases)
  func damageIsSetAside(kind: PlaceKind) async throws {
    let place = try SavedPlace(kind)
    let reports = Reports()
    for round in 1...2 {
      try place.write(#"{"state":"Settings","version":2,"fields":{"fontSize":1"#)
      let settings = Settings()
      let saved = try await attach(settings, place, reports)
      #expect(reports.errors.map(\.code) == Array(repeating: .damaged, count: round))
      #expect(reports.errors.last?.setAside?.hasSuffix(".damaged-\(round)") == true)
      #expect(try place.read() == nil)
      settings.fontSize = 14
      #expect(await saved.flush())
      #expect(try place.text?.contains(#""fontSize":14"#) == true)
    }
  }

  @Test(arguments: PlaceKind.allCases)
  func earlierVersionsAreMigrated(kind: PlaceKind) async throws {
    let place = try SavedPlace(kind)
    try place.write(#"{"state":"Settings","version":1,"fields":{"size":14,"later":[1]}}"#)
    let settings = Settings()
    let saved = try await attach(settings, place)
    #expect(settings.fontSize == 14)
    settings.theme = .dark
    #expect(await saved.flush())
    #expect(try place.text?.contains(#""later":[1]"#) == true)
  }
}
