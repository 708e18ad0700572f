import ScreenRecording
import ScreenStateKit
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Compares travelling screens with full copies, and their current state with screens that never travel.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20))) struct TravelScreensRandomTests {
  /// A screen, and a child screen whose loading it shows.
  @MainActor
  private struct Screens {
    let states: [DeskScreen]
    let stores = [DeskStore { $0() }, DeskStore { $0() }]

    init() async {
      let outer = DeskScreen()
      states = [outer, DeskScreen(states: outer, options: .loading)]
      for (store, state) in zip(stores, states) { await store.binding(state: state) }
    }

    var values: [Values] { states.map { Values($0) } }
  }

  private struct Values: Equatable {
    var count: Int
    var title: String
    var box: Int?
    var boxes: [Int]
    var error: String?
    var isLoading: Bool

    @MainActor
    init(_ state: DeskScreen) {
      count = state.count
      title = state.title
      box = state.box?.id
      boxes = state.boxes.map(\.id)
      error = state.displayError?.message
      isLoading = state.isLoading
    }

    /// Writes the values to a state, except its loading.
    ///
    /// An error is written with its identity, because an action that later succeeds only clears its own error.
    @MainActor
    func write(to state: DeskScreen, errors: [String: DisplayableError]) {
      state.count = count
      state.title = title
      state.box = box.map { Box($0) }
      state.boxes = boxes.map { Box($0) }
      if state.displayError?.message != error {
        state.displayError = error.map { errors[$0] ?? DisplayableError(message: $0) }
      }
    }
  }

  /// Screens that travel, and others that receive everything except the travels.
  @MainActor
  private final class Run {
    let journal = Journal()
    let real: Screens
    let twin: Screens
    private let ids: [StoreID]
    private var random: SeededGenerator
    /// The states after entries, by number.
    private var copies: [Int: [StateSnapshot]] = [:]
    private var pairs: [(gates: [Gate], tasks: [AnyTask])] = []
    private var lastValue = 0
    /// The errors of both, by message.
    private var errors: [String: DisplayableError] = [:]
    /// The values before the travel, and whether its errors have changed since.
    private var before: (values: [Values], hasNewErrors: Bool)?

    init(seed: Int) async {
      random = SeededGenerator(seed: seed)
      real = await Screens()
      twin = await Screens()
      ids = real.stores.map { [journal] in journal.record($0) }
      note()
    }

    private var isTravelling: Bool { journal.travelPlace != nil }

    private var number: Int { journal.entries.last?.number ?? 0 }

    private func note() { copies[number] = real.states.map { $0.snapshot() } }

    private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Each value is unique, so that no write repeats the shown value.
    private func makeValue() -> Int {
      lastValue += 1
      return lastValue
    }

    private func makeError() -> DisplayableError {
      let error = DisplayableError(message: "failure \(makeValue())")
      errors[error.message] = error
      return error
    }

    private func makeWrites() -> [DeskWrite] {
      (0..<below(3)).map { _ in
        switch below(4) {
        case 0: .set(makeValue())
        case 1: .rename("\(makeValue())")
        case 2: .open(makeValue())
        default: .fill((0...below(2)).map { _ in makeValue() })
        }
      }
    }

    /// - Returns: A description of the step.
    func step() -> String {
      switch below(18) {
      case 0..<4: receive()
      case 4..<7: openGate()
      case 7: write()
      case 8: clearError()
      case 9: showError()
      case 10: load()
      case 11, 12, 13: travel()
      case 14: stepThrough()
      case 15: resume()
      case 16: isTravelling && below(2) == 0 ? resume(applyingWrites: false) : openGate()
      default: commit()
      }
    }

    private func receive() -> String {
      let index = below(2)
      let policies: [ExecutionPolicy] = [.dropWhileRunning, .restart, .queue, .concurrent]
      let (policy, lane) = (policies[below(4)], below(2))
      let parts = (0...below(2)).map { _ in makeWrites() }
      let failure = below(3) == 0 ? makeError() : nil
      let tracksLoading = below(4) != 0
      let usesAsyncAction = below(2) == 0
      func receive(_ screens: Screens) -> (Gate, AnyTask) {
        let gate = Gate()
        let action = DeskStore.Action(
          parts: parts.map { DeskPart(gate: gate, writes: $0) },
          failure: failure,
          usesAsyncAction: usesAsyncAction,
          lane: lane,
          executionPolicy: policy,
          canTrackLoading: tracksLoading
        )
        return (gate, screens.stores[index].receive(action: action))
      }
      let (gate, task) = receive(real)
      if isTravelling {
        #expect(task.isCancelled)
        return "send without effect to \(index)"
      }
      let (otherGate, otherTask) = receive(twin)
      pairs.append(([gate, otherGate], [task, otherTask]))
      return "send to \(index)"
    }

    private func openGate() -> String {
      guard !pairs.isEmpty else { return "nothing" }
      let pair = pairs[below(pairs.count)]
      if isTravelling { before?.hasNewErrors = true }
      for gate in pair.gates { gate.open() }
      return "open a gate"
    }

    private func both(_ body: (DeskScreen) -> Void) {
      let index = below(2)
      for screens in [real, twin] { body(screens.states[index]) }
    }

    private func write() -> String {
      let writes = makeWrites()
      both { for write in writes { write.make(in: $0) } }
      return "write"
    }

    private func clearError() -> String {
      // If no error is shown, this would write the shown value.
      let index = below(2)
      if real.states[index].displayError == nil { return "nothing" }
      before?.hasNewErrors = true
      for screens in [real, twin] { screens.states[index].displayError = nil }
      return "clear the error of \(index)"
    }

    private func showError() -> String {
      before?.hasNewErrors = true
      let error = makeError()
      both { $0.showError(error) }
      return "show an error"
    }

    private func load() -> String {
      switch below(3) {
      case 0: both { $0.loadingStarted() }
      case 1: both { $0.loadingFinished() }
      default:
        let isLoading = below(2) == 0
        both { $0.isLoading = isLoading }
      }
      return "load"
    }

    private func travel() -> String {
      guard let number = copies.keys.sorted().randomElement(using: &random) else {
        return "nothing"
      }
      if let last = journal.recorder.travel?.last, number > last { return "nothing" }
      begin()
      #expect(journal.travel(to: number))
      return "travel to \(number)"
    }

    private func stepThrough() -> String {
      begin()
      let entry = journal.step(below(2) == 0 ? .backward : .forward)
      if entry == nil, !isTravelling { before = nil }
      return "step to \(entry?.number ?? 0)"
    }

    private func begin() {
      if !isTravelling { before = (twin.values, false) }
    }

    private func resume() -> String {
      journal.resume()
      before = nil
      return "resume"
    }

    private func resume(applyingWrites: Bool) -> String {
      // An omitted error may have affected loading.
      guard let before, !before.hasNewErrors else { return "nothing" }
      journal.resume(applyingWrites: false)
      for (values, state) in zip(before.values, twin.states) {
        values.write(to: state, errors: errors)
      }
      self.before = nil
      return "resume without what was written"
    }

    private func commit() -> String {
      guard isTravelling else { return "nothing" }
      let shown = real.values
      journal.commit()
      for (values, state) in zip(shown, twin.states) { values.write(to: state, errors: errors) }
      for pair in pairs where pair.tasks[0].isCancelled { pair.tasks[1].cancel() }
      before = nil
      return "commit"
    }

    func finish() async {
      journal.resume()
      for pair in pairs {
        for gate in pair.gates { gate.open() }
        await settle()
      }
      for pair in pairs {
        for task in pair.tasks { _ = try? await task.waitComplete() }
      }
    }

    /// Returns the difference between the screens and their expected states.
    func difference() -> String? {
      // A shown error knows its action, which clears it when it succeeds.
      for error in twin.states.compactMap(\.displayError) { errors[error.message] = error }
      let shown = real.states.map { $0.snapshot() }
      for state in real.states where state.isTravelling != isTravelling { return "isTravelling" }
      for store in real.stores where store.binding.isTravelling != isTravelling {
        return "isTravelling of a store"
      }
      guard let place = journal.travelPlace else {
        note()
        if real.values != twin.values { return "\(real.values), not \(twin.values)" }
        let recorded = ids.map { journal.state(of: $0, at: number) }
        return recorded == shown ? nil : "the journal"
      }
      let recorded = ids.map { journal.state(of: $0, at: place) }
      if let copy = copies[place], copy != recorded { return "state(of:at:) of \(place)" }
      for (recorded, shown) in zip(recorded, shown) {
        // A screen that was recorded later stays unchanged.
        guard let recorded, recorded != shown else { continue }
        return "\(recorded.differences(to: shown))"
      }
      return nil
    }
  }

  /// - Returns: Whether everything was as expected.
  private func run(seed: Int) async -> Bool {
    let run = await Run(seed: seed)
    var steps: [String] = []
    for _ in 0..<50 {
      steps.append(run.step())
      await settle()
      let difference = run.difference()
      #expect(difference == nil, "seed \(seed):\n\(steps.joined(separator: "\n"))")
      if difference != nil { return false }
    }
    await run.finish()
    await settle()
    let difference = run.difference()
    #expect(difference == nil, "seed \(seed), at the end")
    return difference == nil
  }

  @Test(arguments: 0..<10)
  func showsWhatCopiesSay(block: Int) async throws {
    for seed in seedsOnOneThread((block * 30)..<(block * 30 + 30)) {
      guard try await simulate(seed: seed, { await run(seed: seed) }) else { return }
    }
  }
}
