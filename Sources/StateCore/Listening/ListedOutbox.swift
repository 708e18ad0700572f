package import Foundation

/// An outbox whose changes an inspector lists.
@MainActor
package protocol ListedOutbox: AnyObject, Sendable {
  /// The number of changes that wait or are being sent, and of those that need a decision.
  var counts: (pending: Int, failed: Int) { get }
  /// The time since the oldest of the changes that wait was enqueued.
  var oldestAge: Duration? { get }
  /// Why no attempts start; `nil` if they do.
  var listedHold: ListedHold? { get }
  /// The number of next attempts that fail without being made.
  var failingCount: Int { get }
  /// Returns the first changes, in their order.
  func changes(atMost count: Int) -> [ListedChange]
  /// Does what an inspector requests; returns `false` if the change doesn't exist, or its state doesn't allow it.
  func perform(_ request: OutboxRequest, by inspector: InspectorID) -> Bool
  /// Ends what an inspector has simulated, unless another one has replaced it.
  func release(_ inspector: InspectorID)
}

/// Why an outbox sends nothing.
package enum ListedHold: String, Sendable {
  case app
  case inspector
  /// An error that holds everything.
  case failure
}

/// What an inspector requests of an outbox.
package enum OutboxRequest: Sendable, Equatable {
  /// Starts no attempts until `release`, or until the end of the inspector.
  case hold
  case release
  /// Sends a change soon, or all.
  case retry(UUID?)
  /// Removes a change that was never sent, or needs a decision.
  case remove(UUID)
  /// Lets the next attempts fail with an error of this text, without making them; 0 ends it.
  case fail(count: Int, text: String)
}

/// A change of an outbox at this moment.
package struct ListedChange {
  package enum State: String, Sendable, CaseIterable {
    case queued
    case sending
    case waiting
    case rejected
    case held
    case unknown
    case expired
    case undecodable
  }

  package let key: UUID
  /// The change with its values; `nil` if it can't be decoded.
  package let change: (any Sendable)?
  package let name: String
  package let lane: String
  package let state: State
  /// The number of attempts that have begun.
  package let attempts: Int
  package let age: Duration
  /// The time until the next attempt, if it waits.
  package let untilNext: Duration?
  /// The error of the last attempt.
  package let error: String?
  /// Its note, if a listener has one.
  package let note: (any OutboxNote)?

  package init(
    key: UUID,
    change: (any Sendable)?,
    name: String,
    lane: String,
    state: State,
    attempts: Int,
    age: Duration,
    untilNext: Duration?,
    error: String?,
    note: (any OutboxNote)?
  ) {
    self.key = key
    self.change = change
    self.name = name
    self.lane = lane
    self.state = state
    self.attempts = attempts
    self.age = age
    self.untilNext = untilNext
    self.error = error
    self.note = note
  }
}

/// The outboxes of the process.
@MainActor
package enum ListedOutboxes {
  private struct Reference {
    let number: Int
    weak var outbox: (any ListedOutbox)?
  }

  private static var references: [Reference] = []
  private static var lastNumber = 0

  /// The outboxes that exist with their numbers, the oldest first.
  package static var all: [(number: Int, outbox: any ListedOutbox)] {
    references.compactMap { reference in reference.outbox.map { (reference.number, $0) } }
  }

  /// Adds an outbox, without keeping it in memory.
  package static func add(_ outbox: any ListedOutbox) {
    lastNumber += 1
    references.removeAll { $0.outbox == nil }
    references.append(Reference(number: lastNumber, outbox: outbox))
  }

  /// The number of references, including those to outboxes that have ended.
  package static var referenceCount: Int { references.count }
}
