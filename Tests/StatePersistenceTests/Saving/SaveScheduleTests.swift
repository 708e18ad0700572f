import StateEngine
import Testing

@testable import StatePersistence

@Suite struct SaveScheduleTests {
  private let window = Duration.milliseconds(250)

  @Test func aWindowBeginsWithTheFirstChange() {
    var schedule = SaveSchedule()
    #expect(schedule.change(window: window) == [.startTimer(window)])
    #expect(schedule.change(window: window) == [])
    #expect(schedule.timerFired() == [.save])
    #expect(schedule.isSaving)
    #expect(schedule.saveEnded(isComplete: true) == [])
    #expect(!schedule.isSaving)
    #expect(schedule.change(window: window) == [.startTimer(window)])
  }

  @Test func aChangeDuringASaveHasAWindowOfItsOwn() {
    var schedule = SaveSchedule()
    _ = schedule.change(window: window)
    _ = schedule.timerFired()
    #expect(schedule.change(window: window) == [.startTimer(window)])
    #expect(schedule.saveEnded(isComplete: true) == [])
    #expect(schedule.timerFired() == [.save])
  }

  @Test func aWindowThatEndsDuringASaveWaitsForItsEnd() {
    var schedule = SaveSchedule()
    _ = schedule.change(window: window)
    _ = schedule.timerFired()
    _ = schedule.change(window: window)
    #expect(schedule.timerFired() == [])
    #expect(schedule.change(window: window) == [])
    #expect(schedule.saveEnded(isComplete: true) == [.save])
    #expect(schedule.saveEnded(isComplete: true) == [])
  }

  @Test func aFlushSavesAtOnce() {
    var schedule = SaveSchedule()
    #expect(schedule.flush() == [])
    _ = schedule.change(window: window)
    #expect(schedule.flush() == [.cancelTimer, .save])
    // A timer that has fired before it was cancelled.
    #expect(schedule.timerFired() == [])
    #expect(schedule.flush() == [])
    _ = schedule.change(window: window)
    #expect(schedule.flush() == [.cancelTimer])
    #expect(schedule.saveEnded(isComplete: true) == [.save])
  }

  @Test func aFailureIsTriedAgainLaterAndLater() {
    var schedule = SaveSchedule()
    _ = schedule.change(window: window)
    _ = schedule.timerFired()
    var pauses: [Duration] = []
    for _ in 0..<40 {
      guard case .startTimer(let pause)? = schedule.saveEnded(isComplete: false).first else {
        Issue.record("no timer")
        return
      }
      pauses.append(pause)
      #expect(schedule.hasChanges)
      #expect(schedule.change(window: window) == [])
      #expect(schedule.timerFired() == [.save])
    }
    #expect(pauses.prefix(3) == [.milliseconds(50), .milliseconds(100), .milliseconds(200)])
    #expect(pauses == pauses.sorted())
    #expect(pauses.last == .seconds(10))
    #expect(schedule.saveEnded(isComplete: true) == [])
    #expect(schedule.failures == 0)
  }

  @Test func aFlushTriesAgainAtOnce() {
    var schedule = SaveSchedule()
    _ = schedule.change(window: window)
    _ = schedule.timerFired()
    _ = schedule.saveEnded(isComplete: false)
    #expect(schedule.flush() == [.cancelTimer, .save])
  }

  @Test func aWindowThatRunsWhenASaveFailsIsTheNextTry() {
    var schedule = SaveSchedule()
    _ = schedule.change(window: window)
    _ = schedule.timerFired()
    _ = schedule.change(window: window)
    #expect(schedule.saveEnded(isComplete: false) == [])
    #expect(schedule.timerFired() == [.save])
  }

  /// Random inputs: what has changed is always being saved, or waits for a timer.
  @Test(arguments: 0..<200)
  func noChangeIsForgotten(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var schedule = SaveSchedule()
    var hasTimer = false
    var isSaving = false
    /// Changes that no save has taken.
    var isUnsaved = false
    func perform(_ steps: [SaveSchedule.Step]) {
      for step in steps {
        switch step {
        case .startTimer:
          #expect(!hasTimer)
          hasTimer = true
        case .cancelTimer:
          #expect(hasTimer)
          hasTimer = false
        case .save:
          #expect(!isSaving)
          #expect(isUnsaved)
          isSaving = true
          isUnsaved = false
        }
      }
    }
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        isUnsaved = true
        perform(schedule.change(window: window))
      case 2 where hasTimer:
        hasTimer = false
        perform(schedule.timerFired())
      case 3: perform(schedule.flush())
      case 4 where isSaving:
        isSaving = false
        let isComplete = Bool.random(using: &random)
        if !isComplete { isUnsaved = true }
        perform(schedule.saveEnded(isComplete: isComplete))
      default: break
      }
      #expect(schedule.hasChanges == isUnsaved)
      #expect(schedule.isSaving == isSaving)
      #expect(!isUnsaved || hasTimer || isSaving)
    }
  }
}
