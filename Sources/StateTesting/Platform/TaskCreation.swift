#if os(Linux) && canImport(Glibc) && compiler(>=6.3) && compiler(<6.4) && !STATE_UNKNOWN_TOOLCHAIN
@_spi(ExperimentalScheduling) import _Concurrency
import Glibc

/// A hook that gives tasks created inside a simulation a preference for its executor.
///
/// A task without one continues immediately when it leaves an actor or enters an idle one: the runtime doesn't pass it
/// to an executor, and the simulation couldn't schedule anything in between.
enum TaskCreation {
  /// The layout of the runtime's `TaskOptionRecord`, with an executor preference.
  private struct Option {
    var kind: Int
    var next: UnsafeRawPointer?
    var executor: UnownedTaskExecutor

    /// The preference for an executor that the task doesn't retain.
    static let executorPreference = 5
    /// The preference for an executor that the task retains.
    static let heldExecutorPreference = 6
  }

  private struct Created {
    let task: UnsafeRawPointer?
    let context: UnsafeRawPointer?
  }

  private typealias Create =
    @convention(thin) (
      Int, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
    ) -> Created

  private static let system: Create = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_create") else {
      fatalError("The Swift runtime of this system has no swift_task_create")
    }
    return unsafeBitCast(symbol, to: Create.self)
  }()

  /// Replaces the program's reference to `swift_task_create`.
  ///
  /// Libraries aren't affected.
  ///
  /// A program without this reference creates no tasks.
  static func install() {
    guard let reference = SymbolReference(to: "swift_task_create", in: nil) else { return }
    let create: Create = { flags, options, resultType, function, context in
      guard Simulation.followsTasks, !TaskCreation.setPreference(in: options) else {
        return TaskCreation.system(flags, options, resultType, function, context)
      }
      let option = Option(
        kind: Option.executorPreference,
        next: options,
        executor: RoutingExecutor.shared.asUnownedTaskExecutor()
      )
      return withUnsafePointer(to: option) { option in
        TaskCreation.system(flags, UnsafeRawPointer(option), resultType, function, context)
      }
    }
    _ = system
    reference.replace(with: unsafeBitCast(create, to: UnsafeRawPointer.self))
  }

  /// Sets the preference in an existing option record.
  ///
  /// Returns `false` if the options don't contain such a record.
  ///
  /// `Task.immediate` has one for its parameter `executorPreference`, which is empty by default. A preference that the
  /// program has set is kept.
  private static func setPreference(in options: UnsafeRawPointer?) -> Bool {
    var next = options
    while let option = next {
      let kind = Int(option.load(as: UInt8.self))
      if kind == Option.executorPreference || kind == Option.heldExecutorPreference {
        // The record is in the memory of the call that creates the task.
        if hasNoExecutor(option) { fillIn(UnsafeMutableRawPointer(mutating: option)) }
        return true
      }
      next = option.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer?.self)
    }
    return false
  }

  private static func hasNoExecutor(_ option: UnsafeRawPointer) -> Bool {
    let offset = MemoryLayout<Option>.offset(of: \.executor) ?? 0
    return option.load(fromByteOffset: offset, as: Int.self) == 0
  }

  private static func fillIn(_ option: UnsafeMutableRawPointer) {
    let option = option.assumingMemoryBound(to: Option.self)
    option.pointee.kind = Option.executorPreference
    option.pointee.executor = RoutingExecutor.shared.asUnownedTaskExecutor()
  }
}
#endif
