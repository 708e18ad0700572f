import StateCore

/// The causes of what happens on the main actor, the innermost last.
@MainActor
final class FlightCauses {
  private struct Running {
    var cause = FlightCause.outside
    var start: UInt64 = 0
  }

  /// The number of causes inside each other that are kept; deeper ones have the last kept one.
  private nonisolated static let limit = 64
  // A stored array would cost checks on each access.
  private nonisolated(unsafe) let list: UnsafeMutablePointer<Running>
  private nonisolated(unsafe) let count: UnsafeMutablePointer<Int>

  /// Whether there are screens, whose actions have tasks with causes.
  private nonisolated(unsafe) let screens: UnsafeMutablePointer<Bool>

  nonisolated init() {
    list = .allocate(capacity: Self.limit)
    list.initialize(repeating: Running(), count: Self.limit)
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
    screens = .allocate(capacity: 1)
    screens.initialize(to: false)
  }

  deinit {
    list.deallocate()
    count.deallocate()
    screens.deallocate()
  }

  /// What sends an action now.
  var current: FlightCause { current(isInContext: true) }

  /// The same for code that has no context of a store if `isInContext` is false.
  @inline(__always)
  func current(isInContext: Bool) -> FlightCause {
    let count = count.pointee
    if count > 0 { return list[min(count, Self.limit) &- 1].cause }
    return isInContext || screens.pointee ? causeOfTask(isInContext) : .outside
  }

  @inline(never)
  private func causeOfTask(_ isInContext: Bool) -> FlightCause {
    if isInContext, let sender = StoreContexts.current?.sender { return FlightCause(sender) }
    return FlightTask.cause ?? .outside
  }

  /// Notes that there are screens.
  func expectScreens() { screens.pointee = true }

  /// What sends an action now, in any context.
  nonisolated static func ofCaller(in writer: FlightWriter) -> FlightCause {
    guard MainThread.isCurrent else { return FlightTask.cause ?? .outside }
    return MainActor.assumeIsolated { writer.causes.current }
  }

  @inline(__always)
  func begin(_ cause: FlightCause, at start: UInt64) {
    let count = count.pointee
    if count < Self.limit { list[count] = Running(cause: cause, start: start) }
    self.count.pointee = count &+ 1
  }

  /// Ends the innermost cause, and returns its start; 0 if that isn't known.
  @inline(__always)
  @discardableResult
  func end() -> UInt64 {
    let count = count.pointee &- 1
    self.count.pointee = count
    return count < Self.limit ? list[count].start : 0
  }

  func with<Result>(_ cause: FlightCause, at start: UInt64 = 0, _ body: () -> Result) -> Result {
    begin(cause, at: start)
    defer { end() }
    return body()
  }
}

/// The action of a screen that a task belongs to.
enum FlightTask {
  @TaskLocal static var cause: FlightCause?
}
