/// An effect that a store is running, and why.
public struct RunningEffect<Action: Sendable>: Sendable {
  /// How far an effect is.
  public enum State: Sendable {
    /// It has not begun: a policy makes it wait, or it pauses before another attempt.
    case waiting
    /// It has begun and not ended.
    case running
    /// It was cancelled and has not ended yet.
    case cancelled
  }

  /// The name that it was given.
  public let name: String?
  /// The innermost id that a cancel reaches it by.
  public let id: (any TaskID)?
  /// The action that it belongs to; nothing for an effect of an `onChange` whose change no action has made.
  public let action: Action?
  let change: FieldChange?
  /// The file where that action was sent, or the `onChange` was added.
  public let fileID: StaticString
  /// The line where that action was sent, or the `onChange` was added.
  public let line: UInt
  /// When it was started, or when it began to wait.
  public let start: ContinuousClock.Instant
  /// How far it is.
  public let state: State
}

extension RunningEffect: CustomStringConvertible {
  /// For people: `"load" (id: 7) of refresh, sent at App/HomeView.swift:12, running for 2.5 seconds`.
  public var description: String {
    let name = name.map { "\"\($0)\"" } ?? "an effect"
    let id = id.map { " (id: \($0))" } ?? ""
    let duration = ContinuousClock.now - start
    let cause = action.map { "\($0), sent" } ?? change.map { "\($0), reacted to" } ?? "nothing"
    return "\(name)\(id) of \(cause) at \(fileID):\(line), \(state) for \(duration)"
  }
}
