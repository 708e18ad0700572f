import StateCore
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

  @Test func aChangeDuringASaveHasASeparateWindow() {
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
    #expect(schedule.flush() == [.cancelTimers, .save])
    // The timer fired before it was cancelled.
    #expect(schedule.timerFired() == [])
    #expect(schedule.flush() == [])
    _ = schedule.change(window: window)
    #expect(schedule.flush() == [.cancelTimers])
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
    #expect(schedule.flush() == [.cancelTimers, .save])
  }

  @Test func aShorterWindowRunsNextToALongerOne() {
    var schedule = SaveSchedule()
    #expect(schedule.change(window: .seconds(1000)) == [.startTimer(.seconds(1000))])
    #expect(schedule.change(window: window) == [.startTimer(window)])
    #expect(schedule.change(window: window) == [])
    #expect(schedule.change(window: .seconds(1)) == [])
    // One of the two timers fires.
    #expect(schedule.timerFired() == [.cancelTimers, .save])
    #expect(schedule.saveEnded(isComplete: true) == [])
    #expect(schedule.change(window: .seconds(1000)) == [.startTimer(.seconds(1000))])
    #expect(schedule.timerFired() == [.save])
  }

  @Test func aLongWindowDoesNotDelayTheNextTry() {
    var schedule = SaveSchedule()
    _ = schedule.change(window: window)
    _ = schedule.timerFired()
    _ = schedule.change(window: .seconds(1000))
    #expect(schedule.saveEnded(isComplete: false) == [.startTimer(.milliseconds(50))])
    // A change doesn't shorten the pause either.
    #expect(schedule.change(window: .milliseconds(1)) == [])
    #expect(schedule.timerFired() == [.cancelTimers, .save])
    #expect(schedule.change(window: .milliseconds(1)) == [.startTimer(.milliseconds(1))])
    #expect(schedule.saveEnded(isComplete: false) == [])
    #expect(schedule.timerFired() == [.save])
  }

  /// Random inputs: a save takes each change, or a timer of at most its window is running.
  @Test(arguments: 0..<200)
  func noChangeIsForgotten(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var schedule = SaveSchedule()
    var timers: [Duration] = []
    var isSaving = false
    /// The window of changes that no save has taken.
    var unsaved: Duration?
    func perform(_ steps: [SaveSchedule.Step]) {
      for step in steps {
        switch step {
        case .startTimer(let duration):
          #expect(timers.allSatisfy { $0 > duration })
          timers.append(duration)
        case .cancelTimers:
          #expect(!timers.isEmpty)
          timers = []
        case .save:
          #expect(!isSaving)
          #expect(unsaved != nil)
          isSaving = true
          unsaved = nil
        }
      }
    }
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        let window = Duration.milliseconds(Int.random(in: 1...400, using: &random))
        unsaved = min(window, unsaved ?? window)
        perform(schedule.change(window: window))
      case 2 where !timers.isEmpty:
        timers.remove(at: Int.random(in: timers.indices, using: &random))
        perform(schedule.timerFired())
        #expect(timers.isEmpty)
      case 3: perform(schedule.flush())
      case 4 where isSaving:
        isSaving = false
        let isComplete = Bool.random(using: &random)
        if !isComplete { unsaved = unsaved ?? SaveSchedule.pauses.upperBound }
        perform(schedule.saveEnded(isComplete: isComplete))
      default: break
      }
      #expect(schedule.hasChanges == (unsaved != nil))
      #expect(schedule.isSaving == isSaving)
      guard let unsaved else { continue }
      // After a failure, the pause applies. A save that is due follows the running one.
      let isWaiting = timers.contains { $0 <= unsaved } || schedule.failures > 0 && !timers.isEmpty
      #expect(isSaving || isWaiting)
    }
  }
}
