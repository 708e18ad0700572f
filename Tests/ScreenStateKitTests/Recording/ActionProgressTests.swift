import StateCore
import StateRecord
import Testing

@testable import ScreenRecording
@testable import ScreenStateKit

struct ActionProgressTests {
  private enum Step: CaseIterable {
    case wait, start, drop, cancel, remove, begin, handle, end
  }

  @Test func anyStepsGiveOneBeginningAndOneEndAtMost() {
    for steps in sequences(of: 5) {
      var progress = ActionProgress()
      let events = steps.flatMap { apply($0, to: &progress) }
      #expect(events.count { $0 == .received } <= 1)
      #expect(events.count { $0.isEnd } <= 1)
      #expect(events.isEmpty || events[0] == .received)
      #expect(events.firstIndex { $0.isEnd } ?? events.count - 1 == events.count - 1)
      #expect(!events.contains(.done) || events.suffix(2) == [.handled, .done])
      #expect(progress.isOpen == (!events.isEmpty && !events.contains { $0.isEnd }))
    }
  }

  @Test func anActionThatBeginsIsDone() {
    var progress = ActionProgress()
    #expect(progress.take(.started, .wasCancelled) == [.received])
    progress.begin()
    #expect(progress.take(.cancelled, .policy) == [])
    #expect(progress.handle() == [.handled])
    #expect(progress.end(.wasCancelled) == [.done])
    #expect(progress.end(.wasCancelled) == [])
  }

  @Test func anActionThatWaitsIsDroppedByACancel() {
    var progress = ActionProgress()
    #expect(progress.take(.waiting, .wasCancelled) == [.received, .queued])
    #expect(progress.take(.cancelled, .policy) == [.dropped(.policy)])
    #expect(progress.take(.ended, .wasCancelled) == [])
    #expect(progress.end(.storeHasEnded) == [])
  }

  @Test func anActionThatIsCancelledBeforeItBeginsIsDroppedForThatReason() {
    var progress = ActionProgress()
    _ = progress.take(.waiting, .wasCancelled)
    #expect(progress.take(.started, .wasCancelled) == [])
    #expect(progress.take(.cancelled, .policy) == [])
    #expect(progress.end(.wasCancelled) == [.dropped(.policy)])
  }

  @Test func anActionThatIsDroppedAtOnceWasReceived() {
    var progress = ActionProgress()
    #expect(progress.take(.dropped, .policy) == [.received, .dropped(.policy)])
    #expect(progress.take(.ended, .wasCancelled) == [])
  }

  private func sequences(of length: Int) -> [[Step]] {
    (0..<length).reduce([[]]) { all, _ in
      all.flatMap { steps in Step.allCases.map { steps + [$0] } }
    }
  }

  private func apply(_ step: Step, to progress: inout ActionProgress) -> [ActionProgress.Event] {
    switch step {
    case .wait: progress.take(.waiting, .wasCancelled)
    case .start: progress.take(.started, .wasCancelled)
    case .drop: progress.take(.dropped, .policy)
    case .cancel: progress.take(.cancelled, .wasCancelled)
    case .remove: progress.take(.ended, .wasCancelled)
    case .begin: begin(&progress)
    case .handle: progress.handle()
    case .end: progress.end(.wasCancelled)
    }
  }

  private func begin(_ progress: inout ActionProgress) -> [ActionProgress.Event] {
    progress.begin()
    return []
  }
}

extension ActionProgress.Event {
  fileprivate var isEnd: Bool {
    switch self {
    case .dropped, .done: true
    case .received, .queued, .handled: false
    }
  }
}
