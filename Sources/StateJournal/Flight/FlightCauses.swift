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
  private let list: Unchecked<UnsafeMutablePointer<Running>>
  private let count: Unchecked<UnsafeMutablePointer<Int>>

  /// Whether there are screens, whose actions have tasks with causes.
  private let screens: Unchecked<UnsafeMutablePointer<Bool>>

  nonisolated init() {
    list = Unchecked(.allocate(capacity: Self.limit))
    list.value.initialize(repeating: Running(), count: Self.limit)
    count = Unchecked(.allocate(capacity: 1))
    count.value.initialize(to: 0)
    screens = Unchecked(.allocate(capacity: 1))
    screens.value.initialize(to: false)
  }

  deinit {
    list.value.deallocate()
    count.value.deallocate()
    screens.value.deallocate()
  }

  /// The sender of an action that is sent now.
  var current: FlightCause { current(isInContext: true) }

  /// The same for code that has no context of a store if `isInContext` is false.
  @inline(__always)
  func current(isInContext: Bool) -> FlightCause {
    let count = count.value.pointee
    if count > 0 { return list.value[min(count, Self.limit) &- 1].cause }
    return isInContext || screens.value.pointee ? causeOfTask(isInContext) : .outside
  }

  @inline(never)
  private func causeOfTask(_ isInContext: Bool) -> FlightCause {
    if isInContext, let sender = StoreContexts.current?.sender { return FlightCause(sender) }
    return FlightTask.cause ?? .outside
  }

  /// Notes that there are screens.
  func expectScreens() { screens.value.pointee = true }

  /// The sender of an action that is sent now, in any context.
  nonisolated static func ofCaller(in writer: FlightWriter) -> FlightCause {
    guard MainThread.isCurrent else { return FlightTask.cause ?? .outside }
    return MainActor.assumeIsolated { writer.causes.current }
  }

  @inline(__always)
  func begin(_ cause: FlightCause, at start: UInt64) {
    let count = count.value.pointee
    if count < Self.limit { list.value[count] = Running(cause: cause, start: start) }
    self.count.value.pointee = count &+ 1
  }

  /// Ends the innermost cause, and returns its start; 0 if that isn't known.
  @inline(__always)
  @discardableResult
  func end() -> UInt64 {
    let count = count.value.pointee &- 1
    self.count.value.pointee = count
    return count < Self.limit ? list.value[count].start : 0
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
