import MeetingsCore
import MeetingsSwiftUI
import ScreenStateKit
import StateOutbox
import StatePersistence
import StateQueries
import SwiftUI
import Testing
import ViewFeature

/// The example's whole app, as a user sees it.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct MeetingsViewTests {
  private static let date = Date(timeIntervalSinceReferenceDate: 0)
  private nonisolated static let design = Meeting(
    id: UUID(),
    title: "Design",
    minutes: 10,
    speakers: [Speaker(id: UUID(), name: "Anna"), Speaker(id: UUID(), name: "Ben")]
  )

  /// A storage in memory, which fails as the test says.
  private actor Disk {
    struct Failure: LocalizedError {
      var errorDescription: String? { "The disk is broken." }
    }

    private(set) var meetings: [Meeting]?
    private var isBroken = false

    init(_ meetings: [Meeting]?) {
      self.meetings = meetings
    }

    nonisolated var storage: MeetingStorage {
      MeetingStorage {
        try await self.load()
      } save: {
        try await self.save($0)
      } setAside: {
        await self.setAside()
      }
    }

    func setBroken(_ isBroken: Bool) { self.isBroken = isBroken }
    private func setAside() { meetings = [] }

    private func load() throws -> [Meeting] {
      guard let meetings else { throw Failure() }
      return meetings
    }

    private func save(_ meetings: [Meeting]) throws {
      if isBroken { throw Failure() }
      self.meetings = meetings
    }
  }

  /// A server with one meeting, which fails as the test says.
  private actor Team {
    private var isBroken = false
    private(set) var meeting = MeetingsViewTests.design

    nonisolated var service: TeamService {
      TeamService { _ in
        try await self.check()
        return await TeamPage(meetings: [MeetingSummary(self.meeting)], next: nil)
      } meeting: { _ in
        try await self.check()
        return await self.meeting
      } save: { meeting, base, _ in
        try await self.save(meeting, base)
      }
    }

    func save(_ meeting: Meeting, _ base: Meeting) throws -> Meeting {
      try check()
      if base != self.meeting { throw TeamServiceError.conflict(self.meeting) }
      self.meeting = meeting
      return meeting
    }

    func rename(_ title: String) { meeting.title = title }

    func setBroken(_ isBroken: Bool) { self.isBroken = isBroken }

    private func check() throws {
      if isBroken { throw TeamServiceError.status(503) }
    }
  }

  /// A clock whose time never passes.
  private struct StillClock: Clock {
    let now = ContinuousClock().now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      let never = AsyncStream<Never> { _ in }
      for await _ in never {}
      throw CancellationError()
    }
  }

  private func makeStore(_ disk: Disk) -> Store<MeetingsFeature> {
    Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      clock: StillClock(),
      environment: .test.changing { $0.meetingStorage = disk.storage }
    )
  }

  private func makeHost(
    _ store: Store<MeetingsFeature>,
    _ manager: UndoManager? = nil
  ) async throws -> ViewHost {
    let host = ViewHost(MeetingsView(store: store), undoManager: manager)
    try await host.wait { store.state.isLoaded || host.alert != nil }
    return host
  }

  @Test func aMeetingIsEditedTakesPlaceAndIsDeleted() async throws {
    let disk = Disk([Self.design])
    let store = makeStore(disk)
    let host = try await makeHost(store)
    try host.tap("Design")
    try await host.wait { host.readableTexts.contains("Anna") }

    try host.tap("Edit")
    try await host.wait { host.sheet != nil }
    try host.type("Colours", into: "Title")
    try host.tap("Increment")
    #expect(host.readableTexts.contains("15 min"))
    try host.tap("Save")
    try await host.wait { host.sheet == nil && host.readableTexts.contains("15 min") }

    try host.tap("Start")
    try await host.wait { host.readableTexts.contains("450 seconds left") }
    try host.type("We like blue", into: "Notes")
    try host.tap("Next")
    #expect(host.readableTexts.contains("Ben"))
    try host.tap("Next")
    try await host.wait { host.alert?.text == "End the meeting?" }
    try host.tap("Save and end")
    try await host.wait { host.readableTexts.contains(Self.date.formatted()) }

    try host.tap(Self.date.formatted())
    try await host.wait { host.readableTexts.contains("We like blue") }
    try host.goBack()

    try host.tap("Delete")
    try await host.wait { host.alert?.text == "Delete Colours?" }
    #expect(store.state.library.meetings.count == 1)
    try host.tap("Delete")
    try await host.wait { host.node(.unavailable) != nil && store.state.isSaved }
    #expect(store.state.path.isEmpty)
    #expect(await disk.meetings == [])
  }

  @Test func aMeetingIsAddedInASheet() async throws {
    let disk = Disk([])
    let store = makeStore(disk)
    let host = try await makeHost(store)
    try host.tap("Add")
    try await host.wait { host.sheet != nil }
    #expect(host.focusedTitle == "Title")
    #expect(throws: (any Error).self) { try host.tap("Save") }
    try host.type("Plan", into: "Title")
    try host.type("Anna", into: "Name")
    try host.tap("Add a speaker")
    try await host.wait { host.nodes(.textField).count == 3 }
    #expect(host.focusedTitle == "Name")
    try host.delete([1])
    try host.tap("Save")
    try await host.wait { host.sheet == nil && host.readableTexts.contains("Plan") }
    try await host.wait { store.state.isSaved }
    #expect(await disk.meetings?.map(\.title) == ["Plan"])
  }

  @Test func changesAreDiscardedAfterAQuestionInTheSheet() async throws {
    let store = makeStore(Disk([Self.design]))
    let host = try await makeHost(store)
    try host.tap("Design")
    try await host.wait { host.readableTexts.contains("Anna") }
    try host.tap("Edit")
    try await host.wait { host.sheet != nil }
    try host.type("", into: "Title")
    try host.tap("Cancel")
    try await host.wait { host.alert?.text == "Discard the changes?" }
    try host.tap("Discard")
    try await host.wait { host.sheet == nil }
    #expect(store.state.library.meetings == [Self.design])
  }

  @Test func theListIsUndoneAndSaved() async throws {
    let disk = Disk([Self.design])
    let store = makeStore(disk)
    let manager = UndoManager()
    let host = try await makeHost(store, manager)
    #expect(!manager.canUndo)
    try host.tap("Design")
    try await host.wait { host.readableTexts.contains("Anna") }
    try host.tap("Delete")
    try await host.wait { host.alert != nil }
    try host.tap("Delete")
    try await host.wait { manager.undoMenuItemTitle == "Undo Delete Meeting" }
    try await host.wait { host.node(.unavailable) != nil && store.state.isSaved }
    manager.undo()
    #expect(manager.redoMenuItemTitle == "Redo Delete Meeting")
    try await host.wait { host.readableTexts.contains("Design") && store.state.isSaved }
    #expect(await disk.meetings == [Self.design])
    manager.redo()
    try await host.wait { host.node(.unavailable) != nil && store.state.isSaved }
    #expect(await disk.meetings == [])
  }

  @Test func theFormIsUndoneWithoutTheList() async throws {
    let store = makeStore(Disk([Self.design]))
    let manager = UndoManager()
    let host = try await makeHost(store, manager)
    try host.tap("Design")
    try await host.wait { host.readableTexts.contains("Anna") }
    try host.tap("Edit")
    try await host.wait { host.sheet != nil }
    try host.type("Colours", into: "Title")
    try await host.wait { manager.undoMenuItemTitle == "Undo" && manager.canUndo }
    try host.tap("Add a speaker")
    #expect(manager.undoMenuItemTitle == "Undo Add Speaker")
    manager.undo()
    #expect(host.nodes(.textField).count == 3)
    manager.undo()
    #expect(!manager.canUndo && store.state.destination != nil)
    manager.redo()
    try host.tap("Save")
    try await host.wait { host.sheet == nil && store.state.isSaved }
    #expect(!manager.canUndo && store.state.library.meetings.map(\.title) == ["Colours"])
    try host.goBack()
    try await host.wait { manager.undoMenuItemTitle == "Undo Edit Meeting" }
    manager.undo()
    try await host.wait { store.state.isSaved }
    #expect(store.state.library.meetings == [Self.design])
  }

  @Test func aDamagedFileIsToldAndSetAsideOnDemand() async throws {
    let disk = Disk(nil)
    let store = makeStore(disk)
    let host = try await makeHost(store)
    #expect(host.alert?.text == "The meetings can't be read")
    try host.tap("Start over")
    try await host.wait { host.node(.unavailable) != nil }
    #expect(await disk.meetings == [])
  }

  @Test func aFailedSaveIsToldAndRepeated() async throws {
    let disk = Disk([Self.design])
    let store = makeStore(disk)
    let host = try await makeHost(store)
    await disk.setBroken(true)
    try host.tap("Design")
    try await host.wait { host.readableTexts.contains("Anna") }
    try host.tap("Delete")
    try await host.wait { host.alert != nil }
    try host.tap("Delete")
    try await host.wait { host.alert?.text == "The meetings are not saved" }
    #expect(host.readableTexts.contains("The disk is broken."))
    await disk.setBroken(false)
    try host.tap("Try again")
    try await host.wait { store.state.isSaved && host.alert == nil }
    #expect(await disk.meetings == [])
  }

  @Test func aTeamsMeetingsAreShownWithTheStateOfTheirLoad() async throws {
    let team = Team()
    let services = StoreEnvironment.test.changing {
      $0.meetingStorage = Disk([]).storage
      $0.teamService = team.service
      $0.teamConnection = TeamConnection()
    }
    let cache = QueryCache(clock: StillClock(), environment: services)
    let store = Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      clock: StillClock(),
      environment: services.changing { $0.queries = cache }
    )
    let host = ViewHost(MeetingsView(store: store, hasTeam: true))
    try await host.wait { store.state.isLoaded }
    try host.tap("Team")
    try await host.wait { host.readableTexts.contains("Loaded 0 s ago") }
    try host.tap("Design, 10 min")
    try await host.wait { host.readableTexts.contains("Anna") }
    try host.goBack()
    await team.setBroken(true)
    try host.tap("Reload")
    let text = "The server answered with the status 503. Retrying in "
    try await host.wait { host.readableTexts.contains { $0.hasPrefix(text) } }
    #expect(host.readableTexts.contains("Loaded 0 s ago"))
  }

  @Test func aTeamsMeetingIsChangedWithAConflict() async throws {
    let team = Team()
    let services = StoreEnvironment.test.changing {
      $0.meetingStorage = Disk([]).storage
      $0.teamService = team.service
      $0.teamConnection = TeamConnection()
    }
    let cache = QueryCache(clock: StillClock(), environment: services)
    let outbox = try await Outbox.open(
      in: .memory(PersistenceMemory()),
      owner: "team",
      changes: TeamChanges.types,
      queries: cache,
      clock: StillClock(),
      environment: services,
      onReport: { _ in }
    )
    let store = Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      clock: StillClock(),
      environment: services.changing {
        $0.queries = cache
        $0.outbox = outbox
      }
    )
    let host = ViewHost(MeetingsView(store: store, hasTeam: true))
    try await host.wait { store.state.isLoaded }
    try host.tap("Team")
    try await host.wait { host.readableTexts.contains("Loaded 0 s ago") }
    try host.tap("Design, 10 min")
    try await host.wait { host.readableTexts.contains("Anna") }

    func edit(_ title: String) async throws {
      try host.tap("Edit")
      try await host.wait { host.sheet != nil }
      try host.type(title, into: "Title")
      try host.tap("Save")
      try await host.wait { host.sheet == nil }
    }
    try await edit("Colours")
    let query = TeamMeetingQuery(id: Self.design.id)
    try await host.wait {
      cache.resource(of: query).value?.title == "Colours" && outbox.items().isEmpty
    }
    #expect(await team.meeting.title == "Colours")

    await team.rename("Theirs")
    try await edit("Mine")
    try await host.wait { host.readableTexts.contains("Theirs: Theirs, 10 min") }
    #expect(throws: (any Error).self) { try host.tap("Edit") }
    try host.tap("Send mine")
    try await host.wait { outbox.items().isEmpty }
    #expect(await team.meeting.title == "Mine")

    await team.setBroken(true)
    try await edit("Later")
    let text = "not sent yet: The server answered with the status 503."
    try await host.wait { host.readableTexts.contains(text) }
    try host.goBack()
    #expect(host.readableTexts.contains("Later, 10 min, \(text)"))
    #expect(host.readableTexts.contains("Not sent yet: 1"))
    await outbox.close()
  }

  @Test func theAppAppearsWhenItsFoldersAreOpen() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "meetings.json").path
    let options = MeetingsOptions(["--server", "http://127.0.0.1:9", file])
    let other = try await options.environment(from: .test)
    let host = ViewHost(MeetingsStartView(options: options, base: .test))
    // Another app uses the folders.
    try await host.wait { host.readableTexts.contains("Try again") }
    await other.outbox?.close()
    #expect(!host.readableTexts.contains("Team"))
  }

  @Test func goingBackEndsTheMeetingThatTakesPlace() async throws {
    let store = makeStore(Disk([Self.design]))
    let host = try await makeHost(store)
    try host.tap("Design")
    try await host.wait { host.readableTexts.contains("Anna") }
    try host.tap("Start")
    let recording = store.scope(\.recordings, id: Self.design.id)
    try await host.wait { host.readableTexts.contains("300 seconds left") }
    #expect(recording?.runningTaskCount == 1)
    try host.goBack()
    try await host.wait { recording?.runningTaskCount == 0 }
    #expect(store.state.library.meetings == [Self.design])
  }
}
