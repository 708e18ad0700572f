#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
#if !(os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4)) || STATE_UNKNOWN_TOOLCHAIN
import Dispatch
import StateCore

/// The simulation's interface to a runtime with only the public hooks.
///
/// Tasks sleep in real time and are resumed by another thread.
enum SimulationRuntime {
  /// The start requires no information about the time.
  struct Start {}

  static let isTimeVirtual = false

  /// This is tried once per process, because hooks may exist without being called.
  @MainActor static let isUsable = {
    guard MainExecutorHooks.areAvailable else { return false }
    MainExecutorHooks.install()
    return Simulation.seesItsTasks()
  }()

  static var mainExecutor: UnownedSerialExecutor {
    HookedExecutor.ofMainActor.asUnownedSerialExecutor()
  }

  static func makeTask(
    isFollowed: Bool,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task { await operation() }
  }

  static func run(_ job: UnownedJob, isOfMainActor: Bool) {
    // This is the simulation's executor, if the runtime has the hook for it.
    let main = MainActor.sharedUnownedExecutor
    job.runSynchronously(
      on: isOfMainActor ? main : HookedExecutor.elsewhere.asUnownedSerialExecutor()
    )
  }
}

/// An executor that runs jobs on the thread of a simulation, which schedules them.
///
/// A task that leaves it returns to the runtime, and a hook brings it back to the simulation.
private final class HookedExecutor: SerialExecutor {
  static let ofMainActor = HookedExecutor(isOfMainActor: true)
  static let elsewhere = HookedExecutor(isOfMainActor: false)

  private let isOfMainActor: Bool
  private let queue = DispatchQueue(label: "StateTesting.HookedExecutor")

  private init(isOfMainActor: Bool) {
    self.isOfMainActor = isOfMainActor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if Simulation.accept(job, isOfMainActor: isOfMainActor) { return }
    if isOfMainActor {
      MainActor.shared.enqueue(job)
    } else {
      queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  /// Called for code that the runtime doesn't know to be on the executor.
  func checkIsolated() {
    guard isOfMainActor else { preconditionFailure("Expected to be on another executor") }
    let isOnMainActor = Simulation.isCurrent ? Simulation.isOnMainActor : MainThread.isCurrent
    precondition(isOnMainActor, "Expected to be on the main actor")
  }
}

/// The properties of a job that the runtime exposes.
extension UnownedJob {
  /// Whether the job belongs to an actor with work to do.
  var isOfActor: Bool {
    // An actor's job has one of these three kinds in the runtime.
    (192...194).contains(kind)
  }

  /// The unique number of the job's task; `nil` if the job belongs to an actor or a timer.
  var taskID: UInt64? {
    guard kind == 0 else { return nil }
    // UnownedJob(id: 1)
    return UInt64(description.drop { $0 != ":" }.dropFirst(2).dropLast())
  }

  /// The kind of the job.
  ///
  /// In memory, it follows two words of the object and two of the scheduler.
  private var kind: UInt8 {
    unsafeBitCast(self, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 4 * MemoryLayout<Int>.size, as: UInt8.self)
  }
}
#endif
#endif
