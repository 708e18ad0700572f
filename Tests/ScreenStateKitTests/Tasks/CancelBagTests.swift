import StateTestSupport
import StateTesting
import Testing

// The registry shows when a completed task has left.
@testable import ScreenStateKit

@Suite(.timeLimit(.minutes(20)))
struct CancelBagTests {
  private let bag = CancelBag()
  private let never = Gate()

  // MARK: Scope

  // 6.1.1
  @Test func cancelReachesATaskAsSoonAsItIsStored() async {
    for _ in 0..<200 {
      let task = run()
      task.store(in: bag)
      await bag.cancelAll()
      #expect(task.isCancelled)
      await task.value
    }
  }

  // 6.1.1
  @Test func cancelByIdentifierReachesATaskAsSoonAsItIsStored() async {
    for _ in 0..<200 {
      let task = run()
      task.store(in: bag, withIdentifier: "a")
      await bag.cancel(forIdentifier: "a")
      #expect(task.isCancelled)
      await task.value
    }
  }

  // 6.1.1
  @Test func laterOfTwoTasksReplacesTheEarlier() async {
    for _ in 0..<200 {
      let tasks = (0..<3).map { _ in run() }
      for task in tasks { task.store(in: bag, withIdentifier: "a") }
      #expect(tasks.map(\.isCancelled) == [true, true, false])
    }
    await bag.cancelAll()
  }

  @Test func storedTaskIsInTheBagAtOnce() async {
    #expect(await bag.isEmpty)
    run().store(in: bag)
    run().store(in: bag)
    run().store(in: bag, withIdentifier: "a")
    #expect(await bag.count == 3)
    #expect(await !bag.isEmpty)
    await bag.cancelAll()
  }

  // MARK: Cancellation

  @Test func cancelAllEmptiesTheBag() async {
    let tasks = (0..<5).map { run().store(in: bag, withIdentifier: $0) }
    await bag.cancelAll()
    #expect(await bag.isEmpty)
    #expect(await bag.count == 0)
    #expect(tasks.allSatisfy { $0.isCancelled })
  }

  @Test func cancelByIdentifierReachesThatTaskOnly() async {
    let first = run().store(in: bag, withIdentifier: "a")
    let second = run().store(in: bag, withIdentifier: "b")
    let third = run().store(in: bag)
    await bag.cancel(forIdentifier: "a")
    await bag.cancel(forIdentifier: "c")
    #expect([first, second, third].map(\.isCancelled) == [true, false, false])
    #expect(await bag.count == 2)
    await bag.cancelAll()
  }

  @Test func bagCanBeUsedAgainAfterCancelAll() async {
    run().store(in: bag, withIdentifier: "a")
    await bag.cancelAll()
    let task = run().store(in: bag, withIdentifier: "a")
    #expect(!task.isCancelled)
    #expect(await bag.count == 1)
    await bag.cancelAll()
  }

  @Test func cancelAllInTaskHasCancelledWhenItReturns() async {
    let tasks = (0..<5).map { run().store(in: bag, withIdentifier: $0) }
    cancel()
    #expect(tasks.allSatisfy { $0.isCancelled })
    #expect(await bag.isEmpty)

    func cancel() { bag.cancelAllInTask() }
  }

  @Test func cancelAllInTaskMayComeFromADeinit() async {
    actor Owner {
      let bag: CancelBag
      init(bag: CancelBag) { self.bag = bag }
      deinit { bag.cancelAllInTask() }
    }
    var owner: Owner? = Owner(bag: bag)
    let task = run().store(in: owner?.bag)
    owner = nil
    #expect(task.isCancelled)
  }

  // MARK: Policies

  @Test func olderTaskIsCancelledByDefault() async {
    #expect(bag.policy == .cancelExisting)
    let old = run().store(in: bag, withIdentifier: "a")
    let new = run().store(in: bag, withIdentifier: "a")
    #expect(old.isCancelled)
    #expect(!new.isCancelled)
    #expect(await bag.count == 1)
    await bag.cancel(forIdentifier: "a")
    #expect(new.isCancelled)
  }

  @Test func newerTaskIsCancelledWithCancelNew() async {
    let bag = CancelBag(onDuplicate: .cancelNew)
    #expect(bag.policy == .cancelNew)
    let old = run().store(in: bag, withIdentifier: "a")
    let new = run().store(in: bag, withIdentifier: "a")
    #expect(!old.isCancelled)
    #expect(new.isCancelled)
    #expect(await bag.count == 1)
    await bag.cancelAll()
  }

  @Test(arguments: [CancelBag.DuplicatePolicy.cancelExisting, .cancelNew])
  func tasksWithoutIdentifierNeverCollide(policy: CancelBag.DuplicatePolicy) async {
    let bag = CancelBag(onDuplicate: policy)
    let tasks = (0..<10).map { _ in run().store(in: bag) }
    #expect(await bag.count == 10)
    #expect(!tasks.contains { $0.isCancelled })
    await bag.cancelAll()
  }

  @Test func endOfAReplacedTaskLeavesItsSuccessorInTheBag() async {
    var last = run()
    last.store(in: bag, withIdentifier: "a")
    for _ in 0..<100 {
      let replaced = last
      last = run()
      last.store(in: bag, withIdentifier: "a")
      await replaced.value
    }
    #expect(await bag.count == 1)
    await bag.cancel(forIdentifier: "a")
    #expect(last.isCancelled)
  }

  // MARK: Completion

  // 6.1.6
  @Test func completedTasksLeaveTheBag() async {
    struct Failure: Error {}
    let release = Gate()
    for index in 0..<50 {
      Task { await release.wait() }.store(in: bag, withIdentifier: index)
      Task {
        await release.wait()
        throw Failure()
      }.store(in: bag)
    }
    #expect(await bag.count == 100)
    release.open()
    await bag.registry.idle()
    #expect(await bag.count == 0)
    #expect(await bag.isEmpty)
  }

  // 6.1.6
  @Test func completedTaskLeavesItsIdentifierFree() async {
    let bag = CancelBag(onDuplicate: .cancelNew)
    Task {}.store(in: bag, withIdentifier: "a")
    await bag.registry.idle()
    let task = run().store(in: bag, withIdentifier: "a")
    #expect(!task.isCancelled)
    await bag.cancelAll()
  }

  // 6.1.6
  @Test(.simulated(seeds: 0..<20)) func resultOfACompletedTaskIsReleased() async {
    final class Value: Sendable {
      let isReleased: Signal
      init(_ isReleased: Signal) { self.isReleased = isReleased }
      deinit { isReleased.fire() }
    }
    let isReleased = Signal()
    await run()
    await bag.registry.idle()
    // Without a simulation, the last jobs end on other threads.
    await isReleased.wait()

    func run() async {
      let task = Task { Value(isReleased) }
      task.store(in: bag)
      _ = await task.value
    }
  }

  // MARK: Lifetime

  @Test func tasksAreCancelledWhenTheBagGoesAway() async {
    var bag: CancelBag? = CancelBag()
    weak let reference = bag
    let started = Gate()
    let running = Task { [never] in
      started.open()
      await never.wait()
    }
    running.store(in: bag)
    let waiting = run().store(in: bag, withIdentifier: "a")
    await started.wait()
    bag = nil
    #expect(reference == nil)
    #expect(running.isCancelled)
    #expect(waiting.isCancelled)
    await running.value
  }

  @Test func ownerThatGoesAwayCancelsItsTasks() async {
    actor Owner {
      private let bag = CancelBag()
      func start(_ never: Gate) -> AnyTask {
        Task { await never.wait() }.store(in: bag, withIdentifier: #function)
      }
    }
    var owner: Owner? = Owner()
    weak let reference = owner
    let task = await owner?.start(never)
    owner = nil
    #expect(reference == nil)
    #expect(task?.isCancelled == true)
  }

  // MARK: Races

  @Test func manyTasksFromManyThreads() async {
    let bag = bag
    let never = never
    let ended = LockIsolated(0)
    await withTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          for turn in 0..<50 {
            let task = Task {
              if turn % 2 == 0 { await never.wait() }
              ended.withValue { $0 += 1 }
            }
            switch turn % 3 {
            case 0: task.store(in: bag)
            case 1: task.store(in: bag, withIdentifier: (worker + turn) % 5)
            default:
              task.store(in: bag, withIdentifier: "\(worker)")
              await bag.cancel(forIdentifier: "\(worker)")
            }
            if turn % 10 == 0 { bag.cancelAllInTask() }
          }
        }
      }
    }
    await bag.cancelAll()
    await bag.registry.idle()
    #expect(ended.value == 8 * 50)
    #expect(await bag.isEmpty)
  }

  private func run() -> Task<Void, Never> {
    Task { [never] in await never.wait() }
  }
}
