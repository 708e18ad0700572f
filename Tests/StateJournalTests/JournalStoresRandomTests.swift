import ScreenStateKit
import StateCore
import StateFields
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Random programs of stores of both styles, whose states the journal reconstructs, compared with full copies.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalStoresRandomTests {
  /// A store with children, and two screens, one of which reports to the other.
  @MainActor
  private final class Program {
    let journal: Journal
    let copies: StateCopies
    private let store: Store<DeskFeature>
    private let screens: [(store: DeskStore, state: DeskScreen)]
    private var random: SeededGenerator
    private var gates: [Gate] = []
    private var sent: [SentAction] = []
    private var received: [AnyTask] = []
    private var lastBox = 0

    init(seed: Int, isExact: Bool, capacity: Int) async {
      random = SeededGenerator(seed: seed)
      journal = Journal(capacity: capacity)
      let copies = StateCopies(journal, isExact: isExact, seed: seed)
      self.copies = copies
      let writer: DeskWriter = { copies.write($0) }
      store = Store(initialState: Shelf(), feature: DeskFeature(writer: writer))
      let outer = DeskScreen()
      screens = [
        (DeskStore(writer: writer), outer),
        (DeskStore(writer: writer), DeskScreen(states: outer)),
      ]
      for screen in screens { await screen.store.binding(state: screen.state) }
      let ids = [journal.record(store)] + screens.map { journal.record($0.store) }
      let states: [any SnapshotState] = [store.state, screens[0].state, screens[1].state]
      copies.start(Array(zip(ids, states)))
    }

    func run() async {
      for _ in 0..<40 {
        step()
        if chance(3) { copies.take() }
        for _ in 0..<below(4) { await Task.yield() }
      }
      for gate in gates { gate.open() }
      for action in sent { await action.value }
      for task in received { _ = try? await task.waitComplete() }
      copies.take()
      copies.stop()
    }

    private func step() {
      switch below(18) {
      case 0, 1: send(.write(makeWrites()))
      case 2: send(.work(makeParts(), fails: chance(4)))
      case 3: send(.sendLater(makePart()))
      case 4: send(.restart(makePart()))
      case 5: weigh()
      case 6: copies.write { store.binding(\.count).set(below(9)) }
      case 7: copies.write { store.binding(\.title).set("\(below(3))") }
      case 8: for write in makeWrites() { copies.write { write.make(in: store.state) } }
      case 9: if chance(2) { store.cancelTask(id: "restart") } else { cancel() }
      case 10, 11, 12: receive()
      case 13: writeToScreen()
      default: openGate()
      }
    }

    private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func chance(_ part: Int) -> Bool { below(part) == 0 }

    private func makeWrites() -> [DeskWrite] {
      (0...below(3)).map { _ in
        lastBox += 1
        let all: [DeskWrite] = [
          .add(below(3)), .rename("\(below(3))"), .open(lastBox), .close, .append(lastBox),
          .append(lastBox), .removeFirst, .reverse, .weigh(below(4)),
        ]
        return all[below(all.count)]
      }
    }

    private func makePart() -> DeskPart {
      let gate = Gate()
      gates.append(gate)
      return DeskPart(gate: gate, writes: makeWrites())
    }

    private func makeParts() -> [DeskPart] { (0...below(3)).map { _ in makePart() } }

    private func send(_ action: DeskFeature.Action) { sent.append(store.send(action)) }

    private func weigh() {
      guard let box = store.state.boxes.randomElement(using: &random) else { return }
      let child = store.scope(\.boxes, id: box.id)
      if chance(2) {
        copies.write { child?.send(.weigh(below(9))) }
      } else if let child {
        let gate = Gate()
        gates.append(gate)
        sent.append(child.send(.weighLater(gate, below(9))))
      }
    }

    private func receive() {
      let policies: [ExecutionPolicy] = [.dropWhileRunning, .restart, .queue, .concurrent]
      let action = DeskStore.Action(
        parts: makeParts(),
        failure: chance(3) ? DisplayableError(message: "failed") : nil,
        usesAsyncAction: chance(2),
        lane: below(2),
        executionPolicy: policies[below(policies.count)],
        canTrackLoading: !chance(3)
      )
      received.append(screens[below(2)].store.receive(action: action))
    }

    private func writeToScreen() {
      let state = screens[below(2)].state
      switch below(4) {
      case 0: copies.write { state.displayError = nil }
      case 1: copies.write { state.isLoading = chance(2) }
      case 2: copies.write { state.showError(DisplayableError(message: "shown")) }
      default: for write in makeWrites() { copies.write { write.make(in: state) } }
      }
    }

    private func cancel() { received.randomElement(using: &random)?.cancel() }

    private func openGate() {
      guard !gates.isEmpty else { return }
      gates.remove(at: below(gates.count)).open()
    }
  }

  private func run(seed: Int, isExact: Bool, capacity: Int = 16 << 20) async throws -> Int {
    try await simulate(seed: seed) {
      let program = await Program(seed: seed, isExact: isExact, capacity: capacity)
      await program.run()
      let (compared, difference) = program.copies.difference()
      #expect(difference == nil, "seed \(seed)")
      #expect(program.journal.size <= capacity)
      return difference == nil ? compared : 0
    }
  }

  @Test(arguments: 0..<5)
  func eachStateIsRebuiltBehindEachEntry(block: Int) async throws {
    for seed in seedsOnOneThread((block * 8)..<(block * 8 + 8)) {
      let compared = try await run(seed: seed, isExact: true)
      #expect(compared > 100)
      if compared == 0 { return }
    }
  }

  @Test(arguments: 0..<5)
  func eachStateIsRebuiltWhereSeveralWritesAreReportedTogether(block: Int) async throws {
    for seed in seedsOnOneThread((block * 8)..<(block * 8 + 8)) {
      let compared = try await run(seed: seed, isExact: false)
      #expect(compared > 40)
      if compared == 0 { return }
    }
  }

  @Test func statesThatAreLeftAreRebuilt() async throws {
    for seed in seedsOnOneThread(0..<10) {
      let compared = try await run(seed: seed, isExact: true, capacity: 1 << (13 + seed % 4))
      #expect(compared > 0)
      if compared == 0 { return }
    }
  }
}
