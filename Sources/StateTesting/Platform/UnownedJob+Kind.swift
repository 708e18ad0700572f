#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) @_spi(ExperimentalCustomExecutors) import _Concurrency

/// What the runtime knows of a job.
extension UnownedJob {
  /// Whether the job is that of an actor which has work to do.
  var isOfActor: Bool {
    // The three kinds that an actor's job may have in the runtime.
    (192...194).contains(ExecutorJob(self).kind.rawValue)
  }

  /// A number that no other task of the process has; `nil`: the job is an actor's or a timer's.
  var taskID: UInt64? {
    ExecutorJob(self).kind == .task ? StateTesting.taskID(of: self) : nil
  }
}

@_silgen_name("swift_task_getJobTaskId")
private func taskID(of job: UnownedJob) -> UInt64
#endif
