import Observation
import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing

@testable import StateRecord

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TrackedChangeTests {
  @Observable @MainActor final class Holder: SnapshotState {
    static let snapshotFields = SnapshotFields<Holder> { SnapshotField("child", child: \.child) }
    static var reads = 0
    private var held: Holder?
    var child: Holder? {
      get {
        Self.reads += 1
        return held
      }
      set { held = newValue }
    }
  }

  /// An observation reports each write of an object, even of the same one.
  @Test func writesThatChangeNothingAreLookedAtOnceATurn() {
    let holders = (0..<1_000).map { _ in Holder() }
    let recordings = holders.map {
      StoreRecording(
        StoreID.make(),
        state: $0,
        feature: Self.self,
        parent: nil
      )
    }
    Holder.reads = 0
    for holder in holders {
      holder.child = nil
      Frame.endTurn()
    }
    #expect(Holder.reads < 10_000)
    withExtendedLifetime(recordings) {}
  }

  @Test func aChangeAfterManyWritesThatChangeNothingIsReported() {
    let log = EventLog()
    defer { log.stop() }
    let holders = (0..<200).map { _ in Holder() }
    let stores = holders.map { _ in StoreID.make() }
    let recordings = zip(holders, stores).map {
      StoreRecording($1, state: $0, feature: Self.self, parent: nil)
    }
    for holder in holders {
      holder.child = nil
      EventCenter.report()
    }
    holders[0].child = holders[1]
    let changes = log.kinds(of: stores[0]).filter { if case .change = $0 { true } else { false } }
    #expect(changes.count == 1)
    holders[0].child = nil
    withExtendedLifetime(recordings) {}
  }

  /// A state that writes the next one during its own change.
  @Observable @MainActor final class Link: SnapshotState {
    static let snapshotFields = SnapshotFields<Link> { SnapshotField("count", \.count) }
    @ObservationIgnored private var held = 0
    @ObservationIgnored private let writeNext: () -> Void

    init(writeNext: @escaping () -> Void) {
      self.writeNext = writeNext
    }

    var count: Int {
      get {
        access(keyPath: \.count)
        return held
      }
      set {
        withMutation(keyPath: \.count) {
          writeNext()
          held = newValue
        }
      }
    }
  }

  @Test func changesThatABoundaryFindsUnmadeAreReportedInTheirOrder() {
    let log = EventLog()
    defer { log.stop() }
    var links = [Link { EventCenter.report() }]
    for _ in 1..<200 { links.append(Link { [last = links[links.count - 1]] in last.count = 1 }) }
    links.reverse()
    let stores = links.map { _ in StoreID.make() }
    let recordings = zip(links, stores).map {
      StoreRecording($1, state: $0, feature: Self.self, parent: nil)
    }
    links[0].count = 1
    Frame.endTurn()
    let changed = log.events.filter { event in
      if case .change = event.kind { stores.contains(event.store) } else { false }
    }
    #expect(changed.map(\.store) == stores)
    withExtendedLifetime(recordings) {}
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TrackedChangeOrderTests {
  @Observable @MainActor final class Numbers: SnapshotState {
    static let snapshotFields = SnapshotFields<Numbers> {
      SnapshotField("a", \.a)
      SnapshotField("b", \.b)
      SnapshotField("c", \.c)
    }
    var a = 0
    var b = 0
    var c = 0
  }

  private let states = [Numbers(), Numbers()]
  private let stores = (0..<2).map { _ in StoreID.make() }

  /// Returns the changes caused by writes, each as the place of its state, its field, and its value.
  private func changes(_ writes: () -> Void) -> [String] {
    let log = EventLog()
    defer { log.stop() }
    let recordings = zip(states, stores).map {
      StoreRecording($1, state: $0, feature: Self.self, parent: nil)
    }
    writes()
    EventCenter.report()
    withExtendedLifetime(recordings) {}
    return log.events.compactMap { event in
      guard case .change(let change) = event.kind,
        let index = stores.firstIndex(of: event.store)
      else { return nil }
      return "\(index)\(change.field)\(change.new.text)"
    }
  }

  @Test func changesOfSeveralFieldsAreReportedInTheirOrder() {
    let found = changes {
      states[0].a = 1
      states[0].b = 1
      states[0].b = 2
      states[1].a = 3
      states[0].b = 3
      states[0].a = 2
    }
    #expect(found == ["0a1", "0b1", "0b2", "1a3", "0b3", "0a2"])
  }

  @Test func aChangeThatIsNeverMadeHoldsNothingUp() {
    let holder = TrackedChangeTests.Holder()
    let store = StoreID.make()
    let recording = StoreRecording(store, state: holder, feature: Self.self, parent: nil)
    holder.child = nil
    let found = changes {
      for number in 1...200 {
        states[0].a = number
        for part in 1...10 { states[0].b = 10 * number + part }
      }
    }
    #expect(found == (1...200).flatMap { a in ["0a\(a)"] + (1...10).map { "0b\(10 * a + $0)" } })
    withExtendedLifetime(recording) {}
  }

  @Test func aLongRowOfChangesBehindAnotherOneIsReportedWithoutIt() {
    let found = changes {
      states[0].a = 1
      for number in 1...10_000 { states[0].b = number }
    }
    #expect(found.filter { $0 != "0a1" } == (1...10_000).map { "0b\($0)" })
    #expect(found.contains("0a1"))
  }

  @Test(arguments: 0..<20)
  func randomWritesAreReportedInTheirOrder(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var expected: [String] = []
    let found = changes {
      for number in 1...300 {
        let index = Int.random(in: 0..<2, using: &random)
        let fields: [(String, ReferenceWritableKeyPath<Numbers, Int>)] = [
          ("a", \.a), ("b", \.b), ("c", \.c),
        ]
        let (name, field) = fields[Int.random(in: 0..<3, using: &random)]
        // Writing the current value isn't a change.
        let value =
          Int.random(in: 0..<4, using: &random) == 0 ? states[index][keyPath: field] : number
        if value == number { expected.append("\(index)\(name)\(number)") }
        states[index][keyPath: field] = value
        if Int.random(in: 0..<40, using: &random) == 0 { EventCenter.report() }
      }
    }
    #expect(found == expected)
  }
}

@MainActor
@Suite(.needsRuntimeHooks, .timeLimit(.minutes(20)), .serialized)
struct TrackedChangeBesideSimulationsTests {
  @Observable @MainActor final class Counter: SnapshotState {
    static let snapshotFields = SnapshotFields<Counter> { SnapshotField("count", \.count) }
    var count = 0
  }

  private final class Sink: EventSink {
    var values: [String] = []
    let store: StoreID

    init(_ store: StoreID) {
      self.store = store
    }

    func take(_ event: StateEvent) {
      guard event.store == store, case .change(let change) = event.kind else { return }
      values.append(change.new.text)
    }
  }

  private let state = Counter()
  private let sink = Sink(StoreID.make())

  private func recording(_ body: () async throws -> Void) async rethrows {
    let recording = StoreRecording(sink.store, state: state, feature: Self.self, parent: nil)
    EventCenter.attach(sink)
    try await body()
    EventCenter.detach(sink)
    withExtendedLifetime(recording) {}
  }

  /// Waits for turns of the main actor without an event that would report changes.
  private func waitForReport(of value: String) async {
    await eventually { sink.values.last == value }
  }

  @Test func aChangeThatAFailedSimulationLeavesDoesNotHoldUpLaterOnes() async {
    await recording {
      await #expect(throws: SimulationError.self) {
        try await simulate(stepLimit: 2) { @MainActor [state] in
          state.count = 1
          await Task.yield()
        }
      }
      state.count = 2
      await waitForReport(of: "2")
      #expect(sink.values == ["1", "2"])
    }
  }

  @Test func aChangeBeforeASimulationDoesNotHoldUpThoseInside() async throws {
    try await recording {
      state.count = 1
      try await simulate { @MainActor [state] in
        state.count = 2
        await settle()
      }
      #expect(sink.values == ["1", "2"])
      state.count = 3
      await waitForReport(of: "3")
    }
  }
}
