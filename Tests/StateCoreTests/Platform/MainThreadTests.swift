import Dispatch
import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
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

    // The main actor is blocked until the thread has returned from `run`.
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

  @Test(.needsRuntimeHooks, .simulated) func elsewhereTheWorkHasNothingOfTheCallersContext() async {
    let seen = LockIsolated<[Int]>([])
    Task.detached(priority: .high) {
      Local.$value.withValue(7) {
        MainThread.run { seen.setValue([Local.value, Int(Task.currentPriority.rawValue)]) }
      }
    }
    await settle()
    #expect(seen.value == [0, Int(TaskPriority.medium.rawValue)])
  }

  private enum Local {
    @TaskLocal static var value = 0
  }

  // MARK: Simulation

  private actor Elsewhere {
    func run(_ work: @escaping @MainActor @Sendable () -> Void) { MainThread.run(work) }
  }

  @Test(.needsRuntimeHooks, .simulated(seeds: 0..<20))
  func inASimulationTheWorkOfAnActorIsDoneInALaterTurn() async {
    let steps = LockIsolated<[Int]>([])
    await Elsewhere().run {
      MainActor.preconditionIsolated()
      steps.withValue { $0.append(1) }
    }
    await settle()
    #expect(steps.value == [1])
  }

  @Test(.needsRuntimeHooks, .simulated(seeds: 0..<20))
  func inASimulationTheWorkOfTheMainActorIsDoneAtOnce() async {
    await MainActor.run {
      let done = Gate()
      MainThread.run { done.open() }
      #expect(done.isOpen)
    }
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.needsRuntimeHooks, .simulated)
  func inASimulationATaskThatStartsAtOnceIsOnItsStartersActor() async {
    let steps = LockIsolated<[Int]>([])
    await MainActor.run {
      _ = Task.immediate { @concurrent in
        MainThread.run { steps.withValue { $0.append(1) } }
        steps.withValue { $0.append(2) }
      }
    }
    await settle()
    #expect(steps.value.sorted() == [1, 2])
  }
}
