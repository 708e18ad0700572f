import StateCore
import StateHistory
import StatePersistence
import StateRecord

/// The saved steps of a history, and the times of their writes.
///
/// The steps are copied together with the values of the states, and are written after those. If nothing but the steps
/// has changed, they are written after a short time.
@MainActor
final class HistoryDisk: HistorySaver, SaveObserver {
  /// The time from a change to its write, so that later changes can replace it.
  static let window = Duration.milliseconds(250)

  private static var ending: [ObjectIdentifier: HistoryDisk] = [:]

  private let file: HistoryFile
  private let onError: @MainActor @Sendable (SavedStateError) -> Void
  private let clock: any Clock<Duration>
  /// `nil` when the history has ended.
  private var history: HistoryAccess?
  private var states: [Given] = []
  /// The steps as they were with the values that are being saved.
  private var copied: CapturedHistory?
  /// The next steps to write.
  private var waiting: CapturedHistory?
  private var writing: Task<Void, Never>?
  private var isDirty = false
  private var timer: ClockTimer?
  private var hasFailed = false
  private var isWaitingForPresent = false

  private struct Given {
    weak var state: AnyObject?
  }

  init(
    _ history: HistoryAccess,
    _ file: HistoryFile,
    _ states: [AnyObject],
    onError: @escaping @MainActor @Sendable (SavedStateError) -> Void
  ) {
    self.history = history
    self.file = file
    self.onError = onError
    self.states = states.map { Given(state: $0) }
    clock = history.clock
    for state in states { SaveObservers.add(self, to: state) }
  }

  private var hasUnsavedStates: Bool {
    states.contains { given in given.state.map { SaveObservers.hasChanges($0) } ?? false }
  }

  /// Saves nothing.
  func stop() {
    history = nil
    copied = nil
    timer?.cancel()
    finish()
  }

  // MARK: Changes

  /// Whether the saved steps are being read, so that none are written.
  private var isLoading = true

  func historyDidChange() {
    isDirty = true
    if isLoading { return }
    if timer != nil { return }
    timer = clock.startTimer(after: Self.window) { [weak self] in
      MainThread.run { self?.windowEnded() }
    }
  }

  private func windowEnded() {
    timer = nil
    // With the states, the steps are written as well.
    guard isDirty, let history, !hasUnsavedStates else { return }
    guard let captured = HistoryCapture.of(history) else { return waitForPresent() }
    isDirty = false
    write(captured)
  }

  /// Writes the steps after the end of a time travel, during which they can't be read.
  private func waitForPresent() {
    guard !isWaitingForPresent else { return }
    isWaitingForPresent = true
    TimeTravel.atNextEnd { [weak self] in
      guard let self else { return }
      isWaitingForPresent = false
      if isDirty, history != nil { historyDidChange() }
    }
  }

  func endLoading() {
    isLoading = false
    // Steps from before are saved, too.
    if let history, isDirty || history.hasSteps { historyDidChange() }
  }

  func willSave() {
    guard let history, !isLoading else { return }
    copied = HistoryCapture.of(history)
    if copied != nil { isDirty = false } else if isDirty { waitForPresent() }
  }

  func didSave() {
    if let captured = copied.take() { write(captured) }
  }

  func flush() async {
    if timer != nil {
      timer?.cancel()
      windowEnded()
    }
    while let writing { await writing.value }
  }

  func historyWillEnd() {
    guard let history else { return }
    if isLoading { return stop() }
    timer?.cancel()
    timer = nil
    let captured = HistoryCapture.of(history)
    self.history = nil
    guard isDirty || copied != nil || hasUnsavedStates, let captured else { return finish() }
    Self.ending[ObjectIdentifier(self)] = self
    if hasUnsavedStates { copied = captured } else { write(captured) }
  }

  /// Ends the observation, when the last steps are written.
  private func finish() {
    guard history == nil, copied == nil, waiting == nil, writing == nil else { return }
    SaveObservers.remove(self)
    Self.ending[ObjectIdentifier(self)] = nil
  }

  // MARK: Writing

  private func write(_ captured: CapturedHistory) {
    waiting = captured
    run()
  }

  private func run() {
    guard writing == nil, let captured = waiting.take() else { return finish() }
    writing = ImmediateTask.detached { @MainActor [file] in
      var failure: SavedStateError?
      do throws(SavedStateError) { try await file.write(captured) } catch { failure = error }
      self.writing = nil
      // A failing disk fails for each write.
      if let failure, !self.hasFailed { self.onError(failure) }
      self.hasFailed = failure != nil
      if failure != nil { self.isDirty = true }
      self.run()
    }
  }
}
