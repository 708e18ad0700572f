import Observation
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TrackedFrameTests {
  @MainActor @Observable final class Part: SnapshotState {
    var count = 0
    var next: Part?
    var other: Part?
    var list: [Part] = []

    static let snapshotFields = SnapshotFields<Part> {
      SnapshotField("count", \.count)
      SnapshotField("next", child: \.next)
      SnapshotField("other", child: \.other)
      SnapshotField("list", children: \.list)
    }
  }

  /// A state that doesn't declare its fields.
  @MainActor @Observable final class Plain {
    var count = 0
  }

  /// A sink with the frame that events lead to.
  private final class FrameSink: EventSink {
    var frame = TrackedFrame()
    let store = StoreID.make()

    init() { EventCenter.attach(self) }

    func take(_ event: StateEvent) {
      if event.store == store { frame.apply(frame.completing(event)) }
    }

    @MainActor var snapshot: StateSnapshot? {
      EventCenter.report()
      return frame.snapshot(of: store)
    }
  }

  private func follow<State: AnyObject>(_ state: State) -> (FrameSink, StoreRecording) {
    let sink = FrameSink()
    return (sink, StoreRecording(sink.store, state: state, feature: Self.self, parent: nil))
  }

  @Test func itHasTheValuesOfTheState() {
    let state = Part()
    let (sink, recording) = follow(state)
    defer { EventCenter.detach(sink) }
    state.count = 3
    state.list = [Part(), Part()]
    state.list[1].next = Part()
    #expect(sink.snapshot == state.snapshot())
    #expect(sink.frame.count == 4)
    state.list[1].next?.count = 5
    state.list.removeFirst()
    #expect(sink.snapshot == state.snapshot())
    #expect(sink.frame.count == 3)
    recording.emit(.storeEnded)
    #expect(sink.snapshot == nil)
    #expect(sink.frame.count == 0)
    #expect(sink.frame.size == 0)
  }

  @Test func anObjectAtSeveralPlacesGoesWithTheLastOne() {
    let state = Part()
    let shared = Part()
    let (sink, recording) = follow(state)
    defer { EventCenter.detach(sink) }
    state.next = shared
    state.other = shared
    state.list = [shared, shared]
    #expect(sink.snapshot == state.snapshot())
    state.next = nil
    shared.count = 1
    state.list = [shared]
    #expect(sink.snapshot == state.snapshot())
    state.list = []
    #expect(sink.snapshot == state.snapshot())
    #expect(sink.frame.count == 2)
    state.other = nil
    #expect(sink.snapshot == state.snapshot())
    #expect(sink.frame.count == 1)
    withExtendedLifetime(recording) {}
  }

  @Test func objectsThatArePartsOfThemselvesAreReleased() {
    let state = Part()
    let (sink, recording) = follow(state)
    defer { EventCenter.detach(sink) }
    for count in 0..<1_000 {
      let part = Part()
      part.count = count
      part.next = part
      part.other = Part()
      part.other?.next = part
      state.next = part
      #expect(sink.snapshot == state.snapshot())
      #expect(sink.frame.count <= 66)
      part.next = nil
      part.other = nil
    }
    withExtendedLifetime(recording) {}
  }

  @Test func aStateMayBeAPartOfItself() {
    let state = Part()
    state.next = state
    let (sink, recording) = follow(state)
    defer { EventCenter.detach(sink) }
    #expect(sink.snapshot == state.snapshot())
    state.list = [Part(), state]
    state.list[0].other = state.list[0]
    #expect(sink.snapshot == state.snapshot())
    state.list[0].other = state
    #expect(sink.snapshot == state.snapshot())
    state.next = nil
    state.list = []
    #expect(sink.snapshot == state.snapshot())
    #expect(sink.frame.count == 1)
    withExtendedLifetime(recording) {}
  }

  @Test func manyWaysThroughSharedObjectsTakeNoTime() {
    let state = Part()
    var last = state
    for _ in 0..<60 {
      let next = Part()
      last.next = next
      last.other = next
      last = next
    }
    let (sink, recording) = follow(state)
    defer { EventCenter.detach(sink) }
    #expect(sink.snapshot != nil)
    #expect(sink.frame.count == 61)
    withExtendedLifetime(recording) {}
  }

  @Test func veryManyWaysThroughObjectsThatArePartsOfEachOtherAreCut() {
    let parts = (0..<14).map { _ in Part() }
    for part in parts { part.list = parts }
    let (sink, recording) = follow(parts[0])
    defer { EventCenter.detach(sink) }
    #expect(sink.snapshot != nil)
    for part in parts { part.list = [] }
    withExtendedLifetime(recording) {}
  }

  @Test func objectsMayBeNestedDeeply() {
    let state = Part()
    var parts = [state]
    for _ in 0..<10_000 {
      let next = Part()
      parts[parts.count - 1].next = next
      parts.append(next)
    }
    let sink = FrameSink()
    defer { EventCenter.detach(sink) }
    var recording: StoreRecording? = StoreRecording(
      sink.store,
      state: state,
      feature: Self.self,
      parent: nil
    )
    #expect(sink.snapshot != nil)
    #expect(sink.frame.count == 10_001)
    parts[5_000].next = nil
    EventCenter.report()
    #expect(sink.frame.count == 5_001)
    #expect(recording != nil)
    recording = nil
    // Released one by one, starting at the end, because otherwise their releases would nest.
    while let last = parts.popLast() { last.next = nil }
  }

  @Test func aStateWithoutNamedFieldsIsShown() {
    let state = Plain()
    let (sink, recording) = follow(state)
    defer { EventCenter.detach(sink) }
    let before = sink.snapshot
    state.count = 4
    #expect(before?.differences(to: sink.snapshot!).map(\.description) == ["count: 0 → 4"])
    withExtendedLifetime(recording) {}
  }

  @Test func aStoreThatWasDescribedAgainHasItsValuesOnce() {
    let state = Part()
    state.next = Part()
    let (sink, recording) = follow(state)
    defer { EventCenter.detach(sink) }
    let again = StoreRecording(sink.store, state: state, feature: Self.self, parent: nil)
    state.next = nil
    #expect(sink.snapshot == state.snapshot())
    #expect(sink.frame.count == 1)
    withExtendedLifetime((recording, again)) {}
  }
}
