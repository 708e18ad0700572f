import Foundation

extension OutboxQueue {
  enum State: UInt8, CaseIterable, Sendable {
    /// The record is being written for the first time.
    case storing
    case queued
    /// Queued after an error; the next attempt has a time.
    case waiting
    /// The record of the attempt is being written.
    case starting
    case sending
    case rejected
    case heldLane
    case heldAll
    case unknown
    case expired
    case undecodable

    var isPending: Bool {
      switch self {
      case .storing, .queued, .waiting, .starting, .sending: true
      case .rejected, .heldLane, .heldAll, .unknown, .expired, .undecodable: false
      }
    }

    /// Whether an attempt may follow.
    var isQueued: Bool { self == .queued || self == .waiting }
    var isHeld: Bool { self == .heldLane || self == .heldAll }

    /// Whether the server has refused the change, so that it doesn't have it.
    var isRefused: Bool { self == .rejected || isHeld }

    /// Whether the patch is part of the content.
    ///
    /// An unknown change keeps its patch, because the server may have applied it.
    var showsPatch: Bool {
      switch self {
      case .rejected, .expired, .undecodable: false
      default: true
      }
    }
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// The patch is shown.
    static let shown = Flags(rawValue: 1 << 0)
    /// The app retried the change, so that it starts regardless of the network.
    static let urgent = Flags(rawValue: 1 << 1)
    /// The app retried the failed change, which no longer expires.
    static let retried = Flags(rawValue: 1 << 2)
    /// A record that concerns the change is being written; no attempt starts meanwhile.
    static let writing = Flags(rawValue: 1 << 3)
    /// The record that removes the change is being written.
    static let removing = Flags(rawValue: 1 << 4)
    /// The change is among the returned ones of its lane.
    static let returned = Flags(rawValue: 1 << 5)
    /// The server has refused the last attempt, so it doesn't have the change.
    static let refused = Flags(rawValue: 1 << 6)
    /// An attempt before the last one has no outcome.
    static let unanswered = Flags(rawValue: 1 << 7)
  }

  /// What many changes share.
  struct Kind: Hashable, Sendable {
    var name: String
    var rules: OutboxRules
  }

  /// A change, in 104 bytes; a queue has many.
  struct Entry: Sendable {
    var key: UUID
    /// The order of the log; `Int.max` until the record is stored.
    var number: Int
    /// Seconds since the reference date.
    var enqueuedAt: Double
    /// The date from which the horizon counts; infinite if all attempts have an outcome.
    var firstAttempt = Double.infinity
    var payload: Int
    /// The time of the clock before which no attempt starts, in nanoseconds.
    var until: Int64 = .min
    var lane: Int32
    var kind: Int32
    var subject: Int32 = -1
    /// The neighbors among all changes.
    var inOrder = Links()
    var inLane = Links()
    var inSubject = Links()
    var attempts: Int32 = 0
    var state: State
    var flags: Flags = []
  }

  /// A write that hasn't ended.
  struct Write: Sendable {
    let key: UUID?
    let record: OutboxRecord
  }

  enum Lease: Sendable {
    case none
    /// `acquireLease` has been commanded.
    case requested
    case held
  }

  // MARK: Views

  func view(_ slot: Int) -> OutboxView {
    let entry = entries[slot]
    let kind = kinds[Int(entry.kind)]
    return OutboxView(
      key: entry.key,
      number: entry.number,
      name: kind.name,
      lane: laneNames[Int(entry.lane)],
      subject: entry.subject < 0 ? nil : subjects[Int(entry.subject)],
      rules: kind.rules,
      enqueuedAt: Date(timeIntervalSinceReferenceDate: entry.enqueuedAt),
      payload: entry.payload,
      attempts: Int(entry.attempts),
      state: state(entry),
      failure: failures[entry.key],
      isRefused: entry.flags.contains(.refused),
      isShown: entry.flags.contains(.shown)
    )
  }

  private func state(_ entry: Entry) -> OutboxView.State {
    switch entry.state {
    case .storing, .queued: .queued
    case .waiting: .waiting(until: date(entry.until))
    case .starting: .sending(attempt: Int(entry.attempts) + 1)
    case .sending: .sending(attempt: Int(entry.attempts))
    case .rejected: .rejected
    case .heldLane, .heldAll: .held
    case .unknown: .unknown
    case .expired: .expired
    case .undecodable: .undecodable
    }
  }

  /// The date of a time of the clock.
  func date(_ time: Int64) -> Date {
    let pause = Duration.nanoseconds(time) - lastTime.clock
    return lastTime.date.addingTimeInterval(max(pause, .zero).inSeconds)
  }

  /// Returns the changes of a lane, or all, in the order of the log; those being written come last.
  ///
  /// - Complexity: O(1) for each of the returned changes.
  func views(in lane: String? = nil, limit: Int = .max) -> [OutboxView] {
    guard let lane else { return slots(from: order, \.inOrder, limit: limit).map { view($0) } }
    guard let number = laneNames.number(of: lane) else { return [] }
    return slots(from: lanes[number].ends, \.inLane, limit: limit).map { view($0) }
  }

  /// Returns the changes that concern a subject, in the order of the log.
  func views(of subject: String) -> [OutboxView] {
    guard let number = subjects.number(of: subject) else { return [] }
    return slots(from: subjectEnds[number], \.inSubject).map { view($0) }
  }

  /// The slots in the order of the log.
  var orderedSlots: [Int] {
    slots(from: order, \.inOrder)
  }

  private func slots(
    from ends: Ends,
    _ path: KeyPath<Entry, Links>,
    limit: Int = .max
  ) -> [Int] {
    var slots: [Int] = []
    var slot = Int(ends.first)
    while slot >= 0, slots.count < limit {
      slots.append(slot)
      slot = Int(entries[slot][keyPath: path].next)
    }
    return slots
  }

  /// Whether a slot has a change; a free one has no lane.
  func isUsed(_ slot: Int) -> Bool { entries[slot].lane >= 0 }

  /// The date of the oldest pending change.
  var oldestPending: Date? {
    // The end of each input removes the first elements that are stale.
    ages.first.map { Date(timeIntervalSinceReferenceDate: $0.date) }
  }
}

/// A change, for views and decisions.
struct OutboxView: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case queued
    case sending(attempt: Int)
    case waiting(until: Date)
    case rejected
    case held
    case unknown
    case expired
    case undecodable
  }

  var key: UUID
  /// The place in the order of all changes; `Int.max` until the record is stored.
  var number: Int
  var name: String
  var lane: String
  var subject: String?
  var rules: OutboxRules
  var enqueuedAt: Date
  var payload: Int
  /// The number of attempts whose records are stored.
  var attempts: Int
  var state: State
  /// The error of the last attempt, as its owner encodes it.
  var failure: String?
  /// Whether the server has refused the last attempt, so that it doesn't have the change.
  var isRefused: Bool
  /// Whether the patch of the change is part of the content.
  var isShown: Bool
}
