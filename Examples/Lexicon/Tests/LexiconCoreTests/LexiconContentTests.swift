import Foundation
import GRDB
import LexiconCore
import ScreenStateKit
import StateTesting
import Testing
import ViewFeature
import WordService

@testable import LexiconDatabase

/// Tests of the screens while the real service or database fails; no data is lost.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LexiconContentTests {
  /// A service that can be stopped and restarted at the same address.
  private actor Service {
    private var server: WordServer?
    private var url: URL?
    /// Whether it never answers.
    private(set) var isSilent = false

    func start(_ faults: FaultPlan = .none) async throws {
      isSilent = faults == LexiconContentTests.silence
      var configuration = WordServer.Configuration()
      configuration.faults = faults
      if let port = url?.port {
        configuration.port = UInt16(port)
        let server = WordServer(configuration: configuration, library: Self.library)
        url = try await server.start()
        self.server = server
      } else {
        let server = try await WordServer.start(configuration, library: Self.library)
        url = try await server.start()
        self.server = server
      }
    }

    /// Few words, which load fast.
    private static let library: @Sendable () throws -> WordLibrary = {
      let words = ["house"] + (10..<60).map { "word\($0)" }
      let entries = words.map { word in
        WordEntry(word: word, senses: [.init(partOfSpeech: "noun", definition: "a meaning")])
      }
      return try WordLibrary(json: JSONEncoder().encode(entries))
    }

    func stop() async {
      await server?.stop()
      server = nil
    }

    func address() throws -> URL {
      guard let url else { throw URLError(.cannotFindHost) }
      return url
    }
  }

  /// A client that gives up soon only if the service is silent.
  private struct Provider: WordProvider {
    private let service: Service
    private let patient: HTTPWordProvider
    private let impatient: HTTPWordProvider

    init(_ service: Service) {
      self.service = service
      patient = HTTPWordProvider(timeout: 60) { try await service.address() }
      impatient = HTTPWordProvider(timeout: 1) { try await service.address() }
    }

    private func current() async -> HTTPWordProvider {
      await service.isSilent ? impatient : patient
    }

    func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
      try await current().page(of: filter, offset: offset, limit: limit)
    }

    func words(matching text: String, limit: Int) async throws -> WordPage {
      try await current().words(matching: text, limit: limit)
    }

    func entry(of word: String) async throws -> WordEntry {
      try await current().entry(of: word)
    }
  }

  private let service = Service()
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "lexicon-content-\(UUID().uuidString).sqlite").path(percentEncoded: false)
  private let library: SQLiteNoteLibrary

  init() {
    library = SQLiteNoteLibrary(path: path, busyTimeout: 0)
  }

  private func content() -> LexiconContent {
    LexiconContent(provider: Provider(service), library: library, clock: ImmediateClock())
  }

  private func removeDatabase() {
    for part in ["", "-wal", "-shm", "-lock"] {
      try? FileManager.default.removeItem(atPath: path + part)
    }
  }

  private nonisolated static let silence = FaultPlan(every: 1, fault: .silence)

  /// Faults of a service, with the message that each shows.
  private nonisolated static let faults: [(FaultPlan, String)] = [
    (FaultPlan(every: 1), "HTTP status 503"),
    (FaultPlan(every: 1, fault: .truncated), "bytes of damaged JSON"),
    (silence, "did not answer within 1 s"),
  ]
}

extension LexiconContentTests {
  @Test func listOfAServiceThatIsDownAtTheStartIsLoadedWhenItIsThere() async throws {
    try await service.start()
    await service.stop()
    let (state, store) = (WordListState(), content().makeWordListStore())
    await store.bind(to: state)

    await store.run(.refresh)

    #expect(state.displayError?.message.contains("connection refused") == true)
    #expect(!state.snapshot.isPlaceholder)
    #expect(!state.isLoading)
    try await service.start()
    await store.run(.refresh)
    #expect(state.displayError == nil)
    #expect(state.items.count == 20)
    await service.stop()
  }

  @Test func listOfAServiceThatGoesDownKeepsItsPagesAndGoesOn() async throws {
    try await service.start()
    let (state, store) = (WordListState(), content().makeWordListStore())
    await store.bind(to: state)
    await store.run(.refresh)
    await service.stop()

    await store.run(.loadMore)

    #expect(state.displayError?.message.contains("The word service cannot be reached") == true)
    #expect(state.items.count == 20)
    #expect(state.nextPageFailed)
    try await service.start()
    await store.run(.loadMore)
    #expect(state.displayError == nil)
    #expect(state.items.count == 40)
    #expect(Set(state.items.map(\.word)).count == 40)
    await service.stop()
  }

  @Test(arguments: faults)
  func listTellsAFaultAndCanBeLoadedAfterIt(plan: FaultPlan, text: String) async throws {
    try await service.start(plan)
    let (state, store) = (WordListState(), content().makeWordListStore())
    await store.bind(to: state)
    await store.run(.refresh)
    #expect(state.displayError?.message.contains(text) == true)
    await service.stop()
    try await service.start()
    await store.run(.refresh)
    #expect(state.displayError == nil)
    #expect(state.items.count == 20)
    await service.stop()
  }

  @Test(arguments: faults)
  func searchTellsAFaultAndKeepsWhatIsTyped(plan: FaultPlan, text: String) async throws {
    try await service.start(plan)
    let store = content().makeSearchStore()
    await store.send(.queryChanged("hous")).value
    #expect(store.state.matches.error?.message.contains(text) == true)
    #expect(store.state.query == "hous")
    await service.stop()
    try await service.start()
    await store.send(.retry).value
    #expect(store.state.matches.value?.first?.word.text == "house")
    await service.stop()
  }

  @Test(arguments: faults)
  func wordTellsAFaultBesideItsNote(plan: FaultPlan, text: String) async throws {
    defer { removeDatabase() }
    let note = Note(word: "house", text: "mine")
    try await library.save(note, over: nil)
    try await service.start(plan)
    let store = content().makeDetailsStore("house")
    await store.send(.load).value
    #expect(store.state.displayError?.message.contains(text) == true)
    #expect(store.state.note == note)
    #expect(!store.state.isLoading)
    await service.stop()
    try await service.start()
    await store.send(.load).value
    #expect(store.state.displayError == nil)
    #expect(store.state.entry?.word == "house")
    await service.stop()
  }
}

extension LexiconContentTests {
  /// Returns an editor of the note "mine" in which "mine and more" is typed.
  private func editor() async throws -> Store<NoteEditorFeature> {
    try await library.save(Note(word: "house", text: "mine"), over: nil)
    let store = content().makeNoteEditorStore("house")
    await store.send(.load).value
    store.send(.textChanged("mine and more"))
    return store
  }

  @Test func lockedDatabaseIsToldAndWhatIsTypedIsSavedAfterIt() async throws {
    defer { removeDatabase() }
    let store = try await editor()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }

    await store.send(.save).value

    let message = store.state.displayError?.message ?? ""
    #expect(message.contains("locked by another program"))
    #expect(message.contains(path))
    #expect(store.state.text == "mine and more")
    #expect(!store.state.isSaved)
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    await store.send(.save).value
    #expect(store.state.isSaved)
    #expect(try await library.note(on: "house")?.text == "mine and more")
  }

  @Test func fullDiskIsToldAndWhatIsTypedIsSavedAfterIt() async throws {
    defer { removeDatabase() }
    let store = try await editor()
    let long = String(repeating: "long ", count: 10_000)
    store.send(.textChanged(long))
    let queue = try await library.database()
    try queue.inDatabase { database in
      let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(count)")
    }

    await store.send(.save).value

    #expect(store.state.displayError?.message.contains("the disk is full") == true)
    #expect(store.state.text == long)
    #expect(try await library.note(on: "house")?.text == "mine")
    try queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    await store.send(.save).value
    #expect(store.state.isSaved)
    #expect(try await library.note(on: "house")?.text == long)
  }

  @Test func noteThatAnotherInstanceHasChangedIsAskedAboutAndNeitherTextIsLost() async throws {
    defer { removeDatabase() }
    let store = try await editor()
    let theirs = Note(word: "house", text: "theirs")
    try await SQLiteNoteLibrary(path: path).save(theirs, over: Note(word: "house", text: "mine"))

    await store.send(.save).value

    #expect(store.state.alert?.message?.contains("'theirs'") == true)
    #expect(store.state.text == "mine and more")
    #expect(try await library.note(on: "house") == theirs)
    await store.choose("Save mine", in: \.alert)?.value
    #expect(store.state.isSaved)
    #expect(try await library.note(on: "house")?.text == "mine and more")
  }
}
