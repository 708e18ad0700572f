public import StateCore

/// Something that happened in a run, without its values.
public struct FlightEntry: Sendable, Hashable {
  /// The kinds of entries.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The recording of a store began.
    case storeMade
    /// A store ended.
    case storeEnded
    /// An action was sent.
    case actionReceived
    /// An action waits.
    case actionQueued
    /// An action isn't handled.
    case actionDropped
    /// A handler has ended.
    case actionHandled
    /// A step of an action has failed.
    case actionFailed
    /// All work that an action started is done.
    case actionDone
    /// A policy makes an effect wait.
    case effectWaiting
    /// An effect has begun.
    case effectStarted
    /// A policy drops an effect.
    case effectDropped
    /// An effect has failed.
    case effectFailed
    /// An effect was cancelled.
    case effectCancelled
    /// An effect is over.
    case effectEnded
    /// The app has set a mark.
    case mark
  }

  /// The sender of an action.
  public enum Cause: Sendable, Hashable {
    /// Code that the toolkit doesn't run.
    case outside
    /// A change that a view made through a binding.
    case view
    /// The handler of an action, by the number of the entry that received it, if the run still contains that.
    case handler(of: Int?)
    /// An effect, by the number of the entry with which it began, if the run still contains that.
    case effect(Int?)
  }

  /// The position among the entries of the run.
  public let number: Int
  /// The seconds since the start of the run.
  public let seconds: Double
  /// The kind of the entry.
  public let kind: Kind
  /// The number of the store in its process; 0 for a mark.
  public let store: Int
  /// The type of the feature or of the screen's store.
  public let storeName: String
  /// The name of the action's case, the effect, the error's type, or the mark.
  ///
  /// `nil` for an effect without a name.
  public internal(set) var name: String?
  /// The entry with which the action or the effect began, if the run still contains it.
  public internal(set) var subject: Int?
  /// The sender of the action, or the action that started the effect.
  public internal(set) var cause: Cause = .outside
  /// The reason for a drop.
  public internal(set) var reason: DropReason?
  /// The time that a handler took.
  public internal(set) var duration: Duration?
  /// The type of the action.
  var typeName: String?
  var coding = FlightName.Coding.none
  /// The number of the parent store of a store that begins, if it has one.
  var parent: Int?
}

extension FlightEntry: CustomStringConvertible {
  /// A readable line: `12 Search: refresh was received`.
  public var description: String {
    let subject = name ?? self.subject.map { "entry \($0)" } ?? "an earlier one"
    let text =
      switch kind {
      case .storeMade: "was made"
      case .storeEnded: "ended"
      case .actionReceived: "\(subject) was received\(causeText)"
      case .actionQueued: "\(subject) waits"
      case .actionDropped: "\(subject) was dropped\(reason.map { ": \($0.rawValue)" } ?? "")"
      case .actionHandled: "\(subject) was handled\(duration.map { " in \($0.shortText)" } ?? "")"
      case .actionFailed: "\(subjectText) failed with \(subject)"
      case .actionDone: "\(subject) is done"
      case .effectWaiting: "effect \(subject) waits"
      case .effectStarted: "effect \(subject) began\(causeText)"
      case .effectDropped: "effect \(subject) was dropped"
      case .effectFailed: "\(subjectText) failed with \(subject)"
      case .effectCancelled: "effect \(subject) was cancelled"
      case .effectEnded: "effect \(subject) ended"
      case .mark: subject
      }
    return kind == .mark ? "\(number) \(text)" : "\(number) \(storeName): \(text)"
  }

  private var subjectText: String { subject.map { "entry \($0)" } ?? "an earlier entry" }

  private var causeText: String {
    switch cause {
    case .outside: ""
    case .view: ", sent by a binding"
    case .handler(let entry): ", sent by \(entry.map { "entry \($0)" } ?? "an earlier action")"
    case .effect(let entry): ", sent by \(entry.map { "entry \($0)" } ?? "an earlier effect")"
    }
  }
}
