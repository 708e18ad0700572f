import StateCore

/// An error that explains why a simulation couldn't continue.
public struct SimulationError: Error, Equatable {
  /// The reason why a simulation couldn't continue.
  public enum Reason: Sendable {
    /// No job can run, but the body hasn't ended.
    case deadlock
    /// The maximum number of steps was reached.
    case stepLimit
    /// Another thread resumed a task of the simulation.
    case foreignThread
    /// A simulation was started inside another.
    case nested
  }

  /// The reason why the simulation couldn't continue.
  public let reason: Reason
  /// The seed; `nil` if jobs ran in the order of arrival.
  public let seed: Int?
  /// The number of jobs that have run.
  package let stepCount: Int
  /// The number of tasks that these jobs belong to.
  package let taskCount: Int
  /// The elapsed virtual time.
  package let elapsed: Duration
  /// The known waits at a deadlock or at the step limit: tasks that sleep on or wait for a `TestClock`, tasks that wait
  /// for a `StreamRecorder`, and effects of a `Store` or a `TestStore`.
  public let waiting: [String]

  package init(
    _ reason: Reason,
    seed: Int? = nil,
    stepCount: Int = 0,
    taskCount: Int = 0,
    elapsed: Duration = .zero,
    waiting: [String] = []
  ) {
    self.reason = reason
    self.seed = seed
    self.stepCount = stepCount
    self.taskCount = taskCount
    self.elapsed = elapsed
    self.waiting = waiting
  }
}

extension SimulationError: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .deadlock:
      """
      Deadlock: no job can run and no task sleeps, but the body hasn't ended (\(progress)). It waits \
      for a continuation, a stream, a lock or a manually advanced clock that no task of the \
      simulation resumes, or for another thread\(waits)
      """
    case .stepLimit:
      """
      Step limit: the simulation was stopped before it ended (\(progress)). Tasks may keep waking \
      each other. If the test needs more steps, raise the step limit\(waits)
      """
    case .foreignThread:
      """
      Foreign thread: a task of the simulation was resumed by another thread, whose order no seed \
      determines (\(progress)). Replace dispatch queues, sockets and timers with stand-ins
      """
    case .nested:
      "Nested: a simulation can't be started inside another"
    }
  }

  private var waits: String {
    waiting.isEmpty ? "" : ". Waiting:" + waiting.map { "\n  \($0)" }.joined()
  }

  private var progress: String {
    let order = seed.map { "seed \($0)" } ?? "in order of arrival"
    return "\(order), \(stepCount) steps of \(taskCount) tasks, \(elapsed.messageText) passed"
  }
}
