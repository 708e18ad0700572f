#if !STATE_NO_DISPATCH && (canImport(Darwin) || canImport(Glibc) || canImport(Musl))
#if !(os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4)) || STATE_UNKNOWN_TOOLCHAIN
import Dispatch
import StateCore

/// How a simulation has its way with a runtime of which only the public hooks are known.
///
/// Tasks that sleep do so in real time and come back from another thread.
enum SimulationRuntime {
  /// Nothing has to be noted about the time.
  struct Start {}

  static let isTimeVirtual = false

  /// Tried once for the process: there may be hooks that are not called.
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
    // The one of the simulation, if the runtime has the hook for that.
    let main = MainActor.sharedUnownedExecutor
    job.runSynchronously(
      on: isOfMainActor ? main : HookedExecutor.elsewhere.asUnownedSerialExecutor()
    )
  }
}

/// Runs jobs on the thread of a simulation, which decides when.
///
/// A task that leaves it comes back to the runtime, and by a hook to the simulation.
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

  /// Asked about code of which the runtime does not know that it is on the executor.
  func checkIsolated() {
    guard isOfMainActor else { preconditionFailure("Expected to be on another executor") }
    let isOnMainActor = Simulation.isCurrent ? Simulation.isOnMainActor : MainThread.isCurrent
    precondition(isOnMainActor, "Expected to be on the main actor")
  }
}

/// The properties of a job that the runtime shows.
extension UnownedJob {
  /// Whether the job is that of an actor which has work to do.
  var isOfActor: Bool {
    // The three kinds that an actor's job may have in the runtime.
    (192...194).contains(kind)
  }

  /// A number that no other task of the process has; `nil`: the job is an actor's or a timer's.
  var taskID: UInt64? {
    guard kind == 0 else { return nil }
    // UnownedJob(id: 1)
    return UInt64(description.drop { $0 != ":" }.dropFirst(2).dropLast())
  }

  /// The kind of job, which comes in memory after two words of an object and two of the scheduler.
  private var kind: UInt8 {
    unsafeBitCast(self, to: UnsafeRawPointer.self)
      .load(fromByteOffset: 4 * MemoryLayout<Int>.size, as: UInt8.self)
  }
}
#endif
#endif
