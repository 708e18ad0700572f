#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import Foundation
import StateCore
import StateJournal

struct OutboxesRequest: InspectorRequest {
  let limit: Int

  func answer(at desk: InspectorDesk) -> InspectorAnswer {
    .outboxes(desk.reader.outboxes(limit))
  }
}

extension OutboxesRequest {
  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    limit = try arguments.limit()
  }
}

/// A change of an outbox, or of one of its changes.
struct ChangeOutboxRequest: ControlRequest {
  /// What a request can do with an outbox.
  enum Step: String, CaseIterable, Sendable {
    /// From now on, no attempts start.
    case hold
    case release
    /// Sends a change soon, or all.
    case retry
    /// Removes a change that was never sent, or needs a decision.
    case remove
    /// The next attempts fail.
    case fail
  }

  let outbox: Int
  let request: OutboxRequest

  func perform(with control: InspectorControl) throws(ControlFailure) {
    try control.change(outbox: outbox, request)
  }
}

extension ChangeOutboxRequest {
  /// The highest number of attempts that a request lets fail.
  static let mostFailures = 1_000_000

  init(_ arguments: inout RequestArguments) throws(BadRequest) {
    outbox = try arguments.number("outbox")
    guard let step = try arguments.choice("do", Step.self) else {
      throw BadRequest("\"do\" is missing.")
    }
    let key = try arguments.optionalText("key").map { text throws(BadRequest) in
      guard let key = UUID(uuidString: text) else { throw BadRequest("\"key\" must be a UUID.") }
      return key
    }
    if key != nil, step != .retry, step != .remove {
      throw BadRequest("\"key\" is only for \"retry\" and \"remove\".")
    }
    let count = try arguments.optionalNumber("count")
    if count != nil, step != .fail { throw BadRequest("\"count\" is only for \"fail\".") }
    let error = try arguments.optionalText("error")
    if error != nil, step != .fail { throw BadRequest("\"error\" is only for \"fail\".") }
    switch step {
    case .hold: request = .hold
    case .release: request = .release
    case .retry: request = .retry(key)
    case .remove:
      guard let key else { throw BadRequest("\"key\" is missing.") }
      request = .remove(key)
    case .fail:
      guard (0...Self.mostFailures).contains(count ?? 1) else {
        throw BadRequest("\"count\" must be at most \(Self.mostFailures).")
      }
      request = .fail(count: count ?? 1, text: error ?? "The inspector lets this attempt fail.")
    }
  }
}
#endif
