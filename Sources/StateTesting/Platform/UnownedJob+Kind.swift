#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// The runtime's flags of a job.
extension UnownedJob {
  /// Whether the job belongs to an actor with work to do.
  var isOfActor: Bool {
    // An actor's job has one of these three kinds in the runtime.
    (192...194).contains(ExecutorJob(self).kind.rawValue)
  }

  /// The unique number of the job's task; `nil` if the job belongs to an actor or a timer.
  var taskID: UInt64? {
    ExecutorJob(self).kind == .task ? StateTesting.taskID(of: self) : nil
  }
}

@_silgen_name("swift_task_getJobTaskId")
private func taskID(of job: UnownedJob) -> UInt64
#endif
