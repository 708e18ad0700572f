import Observation
import StateCore
import StateFields
import StateTestSupport
import Testing

@testable import StateRecord

@MainActor
@Suite(.timeLimit(.minutes(20))) struct FieldWatchTests {
  /// A state that counts the reads of its field.
  @Observable @MainActor final class Counted: SnapshotState {
    static let snapshotFields = SnapshotFields<Counted> { SnapshotField("count", \.count) }
    @ObservationIgnored var reads = 0
    private var held = 0

    var count: Int {
      get {
        reads += 1
        return held
      }
      set { held = newValue }
    }
  }

  private func record(_ state: Counted) -> StoreRecording {
    StoreRecording(
      StoreID.make(),
      state: state,
      feature: Self.self,
      parent: nil
    )
  }

  /// Returns the number of reads for ten changes of a state that was recorded `count` times before.
  private func reads(afterRecordings count: Int) -> Int {
    let state = Counted()
    for number in 0..<count {
      let recording = record(state)
      if number % 3 == 0 { state.count += 1 }
      Frame.endTurn()
      withExtendedLifetime(recording) {}
    }
    let recording = record(state)
    Frame.endTurn()
    state.reads = 0
    for _ in 0..<10 {
      state.count += 1
      Frame.endTurn()
    }
    withExtendedLifetime(recording) {}
    return state.reads
  }

  @Test func recordingAgainAddsNoObservations() {
    let first = reads(afterRecordings: 1)
    #expect(reads(afterRecordings: 1_000) == first)
    #expect(reads(afterRecordings: 10_000) == first)
  }

  @Test func anObjectThatIsNoLongerRecordedIsNotObservedAgain() {
    let state = Counted()
    var recording: StoreRecording? = record(state)
    #expect(recording != nil)
    recording = nil
    Frame.endTurn()
    state.reads = 0
    for _ in 0..<10 { state.count += 1 }
    // Each write reads once, and the first one uses the last observation.
    #expect((10...12).contains(state.reads))
  }
}
