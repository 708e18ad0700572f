import LexiconCore
import ScreenStateKit
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ImportFeatureTests {
  private let importer = PendingImporter()
  private let store: Store<ImportFeature>

  init() {
    store = Store(
      initialState: ImportFeature.State(),
      feature: ImportFeature(),
      environment: .test.changing { [importer] in $0.wordImporter = importer }
    )
  }

  private var state: ImportFeature.State { store.state }

  @Test func progressIsShownUntilAllIsImported() async throws {
    let sent = store.send(.start)
    let request = try await importer.imports.request()
    #expect(state.isLoading)
    #expect(state.progress == nil)
    for done in [1, 2] {
      await request.question(ImportProgress(done: done, total: 2))
      #expect(state.progress == ImportProgress(done: done, total: 2))
      #expect(!state.isFinished)
    }
    request.answer(())
    await sent.value
    #expect(state.isFinished)
    #expect(!state.isLoading)
  }

  @Test func importThatFailsKeepsItsProgressAndCanGoOn() async throws {
    let sent = store.send(.start)
    let request = try await importer.imports.request()
    await request.question(ImportProgress(done: 1, total: 2))
    request.fail(TestFailure("the disk is full"))
    await sent.value
    #expect(state.displayError?.message == "the disk is full")
    #expect(state.progress == ImportProgress(done: 1, total: 2))
    #expect(!state.isFinished)
    let retry = store.send(.start)
    #expect(state.displayError == nil)
    try await importer.imports.request().answer(())
    await retry.value
    #expect(state.isFinished)
  }

  @Test func importIsNotStartedTwice() async throws {
    let first = store.send(.start)
    let request = try await importer.imports.request()
    store.send(.start)
    #expect(store.runningTaskCount == 1)
    request.answer(())
    await first.value
    await store.send(.start).value
    #expect(state.isFinished)
  }
}
