import ScreenStateKit
import StateTesting
import Testing

@MainActor
@Suite struct StateRecorderTests {
  @Observable @MainActor
  final class WordsState: ScreenState, StateUpdatable, SnapshotState {
    var words: [String] = []
    var count = 0
    var unnamed = 0

    static let snapshotFields = SnapshotFields<WordsState> {
      SnapshotField("isLoading", \.isLoading)
      SnapshotField("displayError", \.displayError)
      SnapshotField("words", \.words)
      SnapshotField("count", \.count)
    }
  }

  private let state = WordsState()

  private func makeRecorder() -> StateRecorder<WordsState> {
    StateRecorder(state, expected: WordsState())
  }

  /// Runs `body`, which has to fail once with this message, at the line that it returns.
  private func expectFailure(
    _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () -> UInt
  ) {
    var line: UInt = 0
    let issues = LockIsolated<[Issue]>([])
    withKnownIssue(sourceLocation: sourceLocation) {
      line = body()
    } matching: { issue in
      issues.withValue { $0.append(issue) }
      return true
    }
    #expect(
      issues.value.map { $0.comments.map(\.rawValue) } == [[message]],
      sourceLocation: sourceLocation
    )
    #expect(
      issues.value.map(\.sourceLocation?.line) == [Int(line)],
      sourceLocation: sourceLocation
    )
  }

  // MARK: Recording

  @Test func eachWriteIsAChangeWithoutASuspension() {
    let recorder = makeRecorder()
    state.loadingStarted()
    state.words = ["a"]
    state.words.append("b")
    state.loadingFinished()
    recorder.expect { $0.isLoading = true }
    recorder.expect { $0.words = ["a"] }
    recorder.expect { $0.words = ["a", "b"] }
    recorder.expect { $0.isLoading = false }
    recorder.expectNoMoreChanges()
  }

  @Test func writesOfLaterTurnsAreRecorded() async {
    let recorder = makeRecorder()
    let count = 100
    for number in 1...count {
      state.count = number
      if number.isMultiple(of: 10) { await Task.yield() }
    }
    recorder.expect(\.count, Array(0...count))
  }

  @Test func whatTheWriterReadsMeanwhileIsNotDisturbed() {
    let recorder = makeRecorder()
    state.updateState { state in
      state.count = 1
      state.count += state.count
    }
    recorder.expect(\.count, [0, 1, 2])
  }

  @Test func aWriteThatChangesNothingIsNotAChange() {
    let recorder = makeRecorder()
    state.words = []
    state.words.removeAll()
    state.loadingFinished()
    recorder.expectNoMoreChanges()
  }

  @Test func aChangeOfAFieldThatIsNotNamedIsNotAChange() {
    let recorder = makeRecorder()
    state.unnamed = 1
    recorder.expectNoMoreChanges()
  }

  @Test func whatWasBeforeIsNotAChange() {
    state.words = ["a"]
    state.loadingStarted()
    let recorder = makeRecorder()
    state.words = ["a", "b"]
    recorder.expect { $0.words.append("b") }
    recorder.expectNoMoreChanges()
  }

  @Test func severalRecordersDoNotDisturbEachOther() {
    let first = makeRecorder()
    state.count = 1
    let second = makeRecorder()
    state.count = 2
    first.expect(\.count, [0, 1, 2])
    second.expect(\.count, [1, 2])
  }

  @Test func anAssertionLeavesTheStateAsItIs() {
    let recorder = makeRecorder()
    state.count = 1
    state.count = 2
    recorder.expect { $0.count = 1 }
    #expect(state.count == 2)
    recorder.expect { $0.count = 2 }
  }

  // MARK: Met expectations

  @Test func whatAFieldDoesToAnotherIsPartOfTheExpectation() {
    let recorder = makeRecorder()
    let error = DisplayableError(message: "offline")
    state.loadingStarted()
    state.displayError = error
    recorder.expect { $0.isLoading = true }
    recorder.expect { $0.displayError = error }
    recorder.expectNoMoreChanges()
    #expect(!state.isLoading)
  }

  @Test func aNewErrorIsExpectedByItsMessage() {
    let recorder = makeRecorder()
    state.displayError = DisplayableError(message: "offline")
    state.displayError = DisplayableError(message: "late")
    recorder.expect { $0.displayError = DisplayableError(message: "offline") }
    recorder.expect { $0.displayError = DisplayableError(message: "late") }
    recorder.expectNoMoreChanges()
    state.displayError = nil
    recorder.expect(
      \.displayError,
      [nil, DisplayableError(message: "offline"), DisplayableError(message: "late"), nil]
    )
  }

  @Test func aNewStartWithTheErrorStillThereIsAsserted() {
    let recorder = makeRecorder()
    let error = DisplayableError(message: "offline")
    state.displayError = error
    state.loadingStarted()
    state.displayError = nil
    state.loadingFinished()
    recorder.expect { $0.displayError = error }
    recorder.expect { $0.isLoading = true }
    recorder.expect { $0.displayError = nil }
    recorder.expect { $0.isLoading = false }
    recorder.expectNoMoreChanges()
  }

  @Test func loadingMayBeExpectedByItsFunctions() {
    let recorder = makeRecorder()
    state.loadingStarted()
    state.loadingFinished()
    state.isLoading = true
    recorder.expect { $0.loadingStarted() }
    recorder.expect { $0.loadingFinished() }
    recorder.expect { $0.loadingStarted() }
    recorder.expectNoMoreChanges()
  }

  @Test func severalWritesCanBeAssertedAsOneChange() {
    let recorder = makeRecorder()
    state.updateState { state in
      state.words = ["a"]
      state.count = 1
      state.words = ["a", "b"]
    }
    recorder.expect {
      $0.words = ["a", "b"]
      $0.count = 1
    }
    recorder.expectNoMoreChanges()
  }

  @Test func writesOfSeveralTurnsAreSeveralChanges() async {
    let recorder = makeRecorder()
    let job = Task {
      for words in [["a"], [], ["b"]] {
        state.words = words
        await turn()
      }
    }
    await job.value
    expectFailure(
      """
      The next change of WordsState is not the expected one:
        words: [] → expected ["b"], got ["a"]
      """
    ) {
      recorder.expect { $0.words = ["b"] }
      return #line - 1
    }
    recorder.expect { $0.words = [] }
    recorder.expect { $0.words = ["b"] }
    recorder.expectNoMoreChanges()
  }

  @Test func aTurnEndsWhereTheNextJobBegins() async {
    let recorder = makeRecorder()
    state.words = ["a"]
    state.count = 1
    await turn()
    state.words = ["b"]
    state.count = 2
    recorder.expect {
      $0.words = ["a"]
      $0.count = 1
    }
    recorder.expect {
      $0.words = ["b"]
      $0.count = 2
    }
    recorder.expectNoMoreChanges()
  }

  /// Runs everything that is enqueued on the main actor.
  private func turn() async {
    await Task { @MainActor in }.value
  }

  @Test func whatChangesBackIsAChange() {
    let recorder = makeRecorder()
    state.loadingStarted()
    state.loadingFinished()
    state.loadingStarted()
    state.words = ["a"]
    expectFailure(
      """
      The next change of WordsState is not the expected one:
        words: [] → expected ["a"], got []
      """
    ) {
      recorder.expect {
        $0.isLoading = true
        $0.words = ["a"]
      }
      return #line - 4
    }
    recorder.expect { $0.isLoading = false }
    recorder.expect {
      $0.isLoading = true
      $0.words = ["a"]
    }
    recorder.expectNoMoreChanges()
  }

  @Test func expectationsAreNotWrittenToTheState() {
    let recorder = makeRecorder()
    state.words = ["a"]
    let isWritten = LockIsolated(false)
    withObservationTracking {
      _ = state.snapshot()
    } onChange: {
      isWritten.setValue(true)
    }
    recorder.expect { $0.words = ["a"] }
    #expect(recorder.values(of: \.words.count) == [0, 1])
    #expect(!isWritten.value)
  }

  @Test func propertiesAreAssertedFromTheBeginning() {
    let recorder = makeRecorder()
    state.loadingStarted()
    state.words = ["a"]
    state.loadingFinished()
    recorder.expect(\.isLoading, [false, true, false])
    recorder.expect(\.words, [[], ["a"]])
    recorder.expect(\.words.count, [0, 1])
    recorder.expectNoMoreChanges()
  }

  @Test func valuesCanBeRead() {
    let recorder = makeRecorder()
    state.words = ["a"]
    state.words = ["a", "b"]
    #expect(recorder.values(of: \.words) == [[], ["a"], ["a", "b"]])
    recorder.skipChanges()
  }

  @Test func skippedChangesNeedNoAssertion() {
    let recorder = makeRecorder()
    state.count = 1
    recorder.skipChanges()
    state.count = 2
    recorder.expect { $0.count = 2 }
    recorder.expectNoMoreChanges()
  }

  // MARK: Failed expectations

  @Test func aWrongValueFails() {
    let recorder = makeRecorder()
    state.words = ["a"]
    expectFailure(
      """
      The next change of WordsState is not the expected one:
        words: [] → expected ["b"], got ["a"]
      """
    ) {
      recorder.expect { $0.words = ["b"] }
      return #line - 1
    }
    recorder.expectNoMoreChanges()
  }

  @Test func aChangeThatIsNotNamedFails() {
    let recorder = makeRecorder()
    state.count = 1
    state.words = ["a"]
    expectFailure(
      """
      The next change of WordsState is not the expected one:
        words: [] → expected ["a"], got []
        count: 0 → expected 0, got 1
      """
    ) {
      recorder.expect { $0.words = ["a"] }
      return #line - 1
    }
    recorder.expect { $0.words = ["a"] }
  }

  @Test func changesInAnotherOrderFail() {
    let recorder = makeRecorder()
    state.words = ["a"]
    state.loadingStarted()
    expectFailure(
      """
      The next change of WordsState is not the expected one:
        isLoading: false → expected true, got false
        words: [] → expected [], got ["a"]
      """
    ) {
      recorder.expect { $0.isLoading = true }
      return #line - 1
    }
    recorder.skipChanges()
  }

  @Test func aMissingChangeFails() {
    let recorder = makeRecorder()
    state.loadingStarted()
    recorder.expect { $0.isLoading = true }
    expectFailure(
      """
      WordsState didn't change again:
        isLoading: true → expected false, got true
      """
    ) {
      recorder.expect { $0.isLoading = false }
      return #line - 1
    }
  }

  @Test func anExpectationOfNothingFails() {
    let recorder = makeRecorder()
    expectFailure("The expectation changes nothing") {
      recorder.expect { $0.count = 0 }
      return #line - 1
    }
  }

  @Test func moreChangesFail() {
    let recorder = makeRecorder()
    state.loadingStarted()
    state.words = ["a"]
    recorder.expect { $0.isLoading = true }
    expectFailure(
      """
      WordsState made changes that were not asserted:
        words: [] → ["a"]
      """
    ) {
      recorder.expectNoMoreChanges()
      return #line - 1
    }
  }

  @Observable @MainActor
  final class PagesState: LoadmoreScreenState, SnapshotState {
    static let snapshotFields = SnapshotFields<PagesState> {}.loadmore()
  }

  @Test func loadingMoreIsAsserted() {
    let state = PagesState()
    let recorder = StateRecorder(state, expected: PagesState())
    state.canExecuteLoadmore()
    state.updateDidLoadAllData(true)
    recorder.expect { $0.canExecuteLoadmore() }
    recorder.expect(\.didLoadAllData, [false, true])
    recorder.expect(\.canShowLoadmore, [false, true, false])
    recorder.expectNoMoreChanges()
  }

  @Test func wrongValuesOfAPropertyFail() {
    let recorder = makeRecorder()
    state.loadingStarted()
    expectFailure(
      """
      The values of isLoading are not the expected ones:
        expected [false, true, false], got [false, true]
      """
    ) {
      recorder.expect(\.isLoading, [false, true, false])
      return #line - 1
    }
  }

  @Test func valuesOfAPropertyThatIsNotNamedFail() {
    let recorder = makeRecorder()
    state.unnamed = 1
    expectFailure(
      """
      The values of the property of the type Int are unknown: it isn't derived from fields that WordsState lists in \
      `snapshotFields`.
      """
    ) {
      _ = recorder.values(of: \.unnamed)
      return #line - 1
    }
  }

  @Test func anExpectationAfterAFailureContinuesFromTheStateThatThereWas() {
    let recorder = makeRecorder()
    state.count = 1
    state.count = 2
    expectFailure(
      """
      The next change of WordsState is not the expected one:
        words: [] → expected ["b"], got []
        count: 0 → expected 0, got 1
      """
    ) {
      recorder.expect { $0.words = ["b"] }
      return #line - 1
    }
    recorder.expect { $0.count = 2 }
    recorder.expectNoMoreChanges()
  }

  // MARK: End

  @Test func changesThatAreLeftFailWhereTheRecorderWasMade() {
    expectFailure(
      """
      Changes of WordsState were not asserted:
        words: [] → ["a"]
        words: ["a"] → ["a", "b"]
        count: 0 → 1
      """
    ) {
      let recorder = StateRecorder(state, expected: WordsState())
      let line = #line - 1 as UInt
      state.loadingStarted()
      recorder.expect { $0.isLoading = true }
      state.words = ["a"]
      state.words.append("b")
      state.count = 1
      return line
    }
  }

  @Test func aLeftChangeAfterAnAssertedPropertyFails() {
    expectFailure(
      """
      Changes of WordsState were not asserted:
        count: 1 → 2
      """
    ) {
      let recorder = StateRecorder(state, expected: WordsState())
      let line = #line - 1 as UInt
      state.count = 1
      recorder.expect(\.count, [0, 1])
      state.count = 2
      return line
    }
  }

  @Test(arguments: [false, true])
  nonisolated func changesThatAreLeftFailAlsoOutsideTheMainActor(areSeveral: Bool) async {
    let messages = LockIsolated<[String]>([])
    await withKnownIssue {
      let state = await WordsState()
      let recorder = await StateRecorder(state, expected: WordsState())
      if areSeveral { await state.updateState { $0.words = ["a"] } }
      await state.loadingStarted()
      await leave(recorder)
    } matching: { issue in
      messages.withValue { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    // The result of the last write is readable only if the rest of the process is on the main actor.
    let lines = messages.value.flatMap { $0.split(separator: "\n") }
    #expect(lines.first == "Changes of WordsState were not asserted:")
    #expect(lines.count == (areSeveral ? 3 : 2))
    #expect(lines.contains("  words: [] → [\"a\"]") == areSeveral)
  }

  @Test func changesThatAreLeftFailAlsoInASimulation() async throws {
    let messages = LockIsolated<[String]>([])
    try await withKnownIssue {
      try await simulate(seed: 1) { @MainActor in
        let recorder = makeRecorder()
        state.words = ["a"]
        recorder.expect { $0.words = ["a"] }
        state.loadingStarted()
      }
    } matching: { issue in
      messages.withValue { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    #expect(messages.value.count == 1)
    #expect(messages.value.first?.hasPrefix("Changes of WordsState were not asserted") == true)
  }

  private nonisolated static let ways: [@Sendable (StateRecorder<WordsState>) async -> Void] = [
    { _ in },
    { recorder in await Task.detached { _ = recorder }.value },
    { recorder in await Releaser().take(recorder) },
  ]

  private actor Releaser {
    func take(_ recorder: StateRecorder<WordsState>) {}
  }

  @Test(arguments: ways.indices)
  nonisolated func aRecorderMayEndOffTheMainActorInASimulation(way: Int) async throws {
    for isAsserted in [true, false] {
      let issues = try await takingIssues(under: [SimulatedTrait.simulated(seeds: 0..<20)]) {
        let state = await WordsState()
        var recorder: StateRecorder? = await StateRecorder(state, expected: WordsState())
        await state.loadingStarted()
        if isAsserted { await recorder?.expect { $0.isLoading = true } }
        if let taken = recorder.take() { await Self.ways[way](taken) }
      }
      // It may be the first test that requests seeds on a system without them.
      .filter { $0.severity == .error }
      #expect(issues.isEmpty == isAsserted)
      let comment = issues.first?.comments.first?.rawValue
      #expect(comment?.hasPrefix("Changes of WordsState were not asserted") != isAsserted)
    }
  }

  @Test nonisolated func assertedChangesAreNotLeftOutsideTheMainActor() async {
    let state = await WordsState()
    let recorder = await StateRecorder(state, expected: WordsState())
    await state.loadingStarted()
    await recorder.expect { $0.isLoading = true }
    await leave(recorder)
  }

  /// Releases the recorder outside the main actor.
  @concurrent private nonisolated func leave(_ recorder: consuming StateRecorder<WordsState>) async
  {
    _ = consume recorder
  }

  @Test func aRecorderThatIsGoneRecordsNoMore() {
    weak var released: StateRecorder<WordsState>?
    do {
      let recorder = makeRecorder()
      released = recorder
      state.count = 1
      recorder.expect { $0.count = 1 }
    }
    #expect(released == nil)
    state.count = 2
  }

  @Test func theRecorderDoesNotLeakTheState() {
    weak var released: WordsState?
    do {
      let state = WordsState()
      released = state
      let recorder = StateRecorder(state, expected: WordsState())
      state.count = 1
      recorder.expect { $0.count = 1 }
    }
    #expect(released == nil)
  }

  // MARK: Wrong use

  @Test func theSameObjectTwiceFails() {
    expectFailure(
      """
      The state can't be compared with itself: pass another object of WordsState as `expected`.
      """
    ) {
      let recorder = StateRecorder(state, expected: state)
      recorder.skipChanges()
      return #line - 2
    }
  }
}
