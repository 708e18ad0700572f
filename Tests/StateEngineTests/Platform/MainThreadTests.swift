import Dispatch
import Foundation
import StateEngine
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MainThreadTests {
  @Test @MainActor func onTheMainActorTheWorkIsDoneBeforeTheReturn() {
    let done = Gate()
    MainThread.run { done.open() }
    #expect(done.isOpen)
  }

  @Test func elsewhereTheWorkIsDoneOnTheMainActor() async {
    let done = Gate()
    await Task.detached {
      MainThread.run {
        MainActor.preconditionIsolated()
        done.open()
      }
    }.value
    await done.wait()
    #expect(done.isOpen)
  }

  @Test func elsewhereTheWorkIsDoneInALaterTurn() async {
    let steps = LockIsolated<[Int]>([])
    let done = Gate()
    await record()
    await done.wait()
    #expect(steps.value == [1, 2])

    // The main actor is taken until the thread has returned from `run`.
    @MainActor func record() {
      let returned = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        MainThread.run {
          steps.withValue { $0.append(2) }
          done.open()
        }
        steps.withValue { $0.append(1) }
        returned.signal()
      }
      returned.wait()
    }
  }
}
