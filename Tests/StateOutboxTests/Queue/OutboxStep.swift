import Foundation

@testable import StateOutbox

/// A step of a program: an input of a queue, or an event of its surroundings.
enum OutboxStep: Hashable {
  enum End: Hashable {
    case answer, applied, replace, reject, holdLane, holdAll, interrupted, undecodable, unknown
    case retry(Int)
  }

  /// Rules and lane are numbers among those of the tests.
  case enqueue(lane: Int, rules: Int)
  /// A change that is merged into the last one of its lane, if it may be.
  case enqueueMerged(lane: Int, cancelsOut: Bool)
  /// The oldest synced write ends.
  case stored
  case notStored
  /// The request of the attempt with this number among those in flight reaches the server.
  case deliver(Int)
  /// A request of an attempt that ended without an answer reaches the server.
  case deliverLate(Int)
  case end(Int, End)
  /// Seconds pass; without a wake, the owner's timer is late.
  case pass(Int, wakes: Bool)
  case setBack(Int)
  case online(Bool)
  case pause
  case resume
  case cancel(Int)
  case discard(Int)
  case replace(Int)
  case setAside(Int)
  case retryNow(Int?)
  case removeAll
  case gainLease
  case loseLease
  /// Another process appends to the log.
  case otherEnqueues(lane: Int)
  case otherStarts(Int)
  case otherEnds(Int)
  /// The log is rewritten.
  case compact
  /// The process ends; of the records that aren't synced, this many survive.
  case restart(kept: Int)
}

/// The rules that programs choose from.
let outboxRules: [OutboxRules] = [
  OutboxRules(),
  OutboxRules(
    priority: 1,
    resendsFor: .seconds(30),
    expiresAfter: .seconds(50),
    longestPause: .seconds(20)
  ),
  OutboxRules(
    priority: 2,
    resendsFor: .seconds(1_000),
    expiresAfter: nil,
    longestPause: .seconds(8),
    holdsLaneWhenRejected: true
  ),
  OutboxRules(resendsFor: .seconds(60), expiresAfter: .seconds(40)),
]

extension UUID {
  /// The key with a number.
  static func number(_ number: Int) -> UUID {
    let (high, low) = (UInt8(number >> 8 & 255), UInt8(number & 255))
    return UUID(
      uuid: (UInt8(number >> 16 & 255), high, low, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    )
  }

  var number: Int { Int(uuid.0) << 16 + Int(uuid.1) << 8 + Int(uuid.2) }
}
