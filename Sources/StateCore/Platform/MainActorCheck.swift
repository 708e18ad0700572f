#if canImport(Dispatch) && !STATE_NO_DISPATCH
import Dispatch

/// A check whether code without isolation runs on the main actor.
///
/// The check uses the queue, not the thread: on Linux, another thread serves the queue after an asynchronous `main` has
/// suspended.
enum MainActorCheck {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isPassed: Bool { DispatchQueue.getSpecific(key: key) == true }
}
#else
/// A check whether code without isolation runs on the main actor.
///
/// The runtime knows this only for code inside a task. Other code counts as not being on the main actor.
enum MainActorCheck {
  static var isPassed: Bool {
    guard let task = currentTask() else { return false }
    let isPassed = Flag()
    _ = Probe(task: task, isPassed: isPassed)
    return isPassed.isRaised
  }

  /// Returns a number that identifies the running task.
  fileprivate static func currentTask() -> Int? {
    withUnsafeCurrentTask { $0?.hashValue }
  }
}

/// Deinitialized immediately if the last reference is released on the main actor.
///
/// Otherwise, deinitialized in a separate job that belongs to no task.
@MainActor
private final class Probe {
  private let task: Int
  private let isPassed: Flag

  nonisolated init(task: Int, isPassed: Flag) {
    self.task = task
    self.isPassed = isPassed
  }

  isolated deinit {
    if MainActorCheck.currentTask() == task { isPassed.raise() }
  }
}
#endif
