import StateCore

/// A record of a flight recorder's file, without its number and its checksum.
struct FlightRecord: Equatable {
  enum Kind: UInt8, CaseIterable {
    case storeMade = 1
    case storeEnded
    case actionReceived
    case actionQueued
    case actionDropped
    case actionHandled
    /// An action has got an entry in the ledger, which is the cause.
    case actionEntered
    case actionFailed
    case actionDone
    case effectWaiting
    case effectStarted
    case effectDropped
    case effectFailed
    case effectCancelled
    case effectEnded
    case mark
    case value
  }

  /// The time since the start of the run in nanoseconds.
  var time: UInt64 = 0
  var kind: Kind
  /// Why an action was sent.
  var cause = FlightCause.outside
  /// The index of the reason for a drop, or the length of a value.
  var detail: UInt8 = 0
  /// The index of the name of the action, the effect, the error, or the mark; 0 if it has none.
  var name: UInt16 = 0
  /// The index of the type of the store.
  var type: UInt16 = 0
  var store: UInt32 = 0
  /// The number of the action or the effect.
  var subject = FlightNumber.none
  /// The duration in nanoseconds; for a received action, the end of its handler, which is written later.
  var extra: UInt64 = 0
}

/// The number of an action or an effect in a file: that of its first record, or that of its entry in a ledger.
struct FlightNumber: Hashable, Sendable {
  private static let ledger: UInt64 = 1 << 63
  private static let shared: UInt64 = 1 << 62
  static let none = FlightNumber(bits: 0)

  let bits: UInt64

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  /// The number of a record.
  @inline(__always)
  init(_ record: UInt64, in ring: FlightRing.Place) {
    bits = ring == .shared && record != 0 ? record | Self.shared : record
  }

  init(_ id: WorkID) { self.init(inLedger: id.number) }

  init(inLedger number: Int) { bits = UInt64(truncatingIfNeeded: number) | Self.ledger }

  var isOfLedger: Bool { bits & Self.ledger != 0 }
  /// The number in its ring, or in the ledger.
  var index: UInt64 { bits & ~(Self.ledger | Self.shared) }
}

/// The sender of an action.
struct FlightCause: Hashable, Sendable {
  enum Kind: UInt8 {
    case outside
    case view
    case handler
    case effect
  }

  static let outside = FlightCause(kind: .outside, store: 0, subject: .none)
  static let view = FlightCause(kind: .view, store: 0, subject: .none)

  let kind: Kind
  /// The store of the action or the effect.
  let store: UInt32
  let subject: FlightNumber
}

/// The end of a handler in the record of its action, written as one word so that it can't be torn.
struct FlightEnd: Equatable {
  private static let longest: UInt64 = 1 << 36 - 1
  static let mostRecords: UInt64 = 1 << 12 - 1

  /// The time that the handler took, in nanoseconds, up to a minute.
  let duration: UInt64
  /// The number of records between the action and the end, up to the greatest number that has room.
  let records: UInt64

  @inline(__always)
  init(after duration: UInt64, records: UInt64) {
    self.duration = min(duration, Self.longest)
    self.records = min(records, Self.mostRecords)
  }

  /// A word that only the record with a number can have.
  @inline(__always)
  func word(_ number: UInt64) -> UInt64 {
    duration | records &<< 36 | Self.tag(number) &<< 48
  }

  init?(_ word: UInt64, _ number: UInt64) {
    guard word >> 48 == Self.tag(number) else { return nil }
    self.init(after: word & Self.longest, records: word >> 36 & Self.mostRecords)
  }

  @inline(__always)
  private static func tag(_ number: UInt64) -> UInt64 { (number & 0xFFFF) | 1 }
}

extension FlightCause {
  init(_ sender: ContextSender) {
    self.init(
      kind: sender.isHandler ? .handler : .effect,
      store: UInt32(truncatingIfNeeded: sender.store.number),
      subject: FlightNumber(inLedger: sender.number)
    )
  }
}

extension FlightRecord {
  /// The words of the record behind the number and the time, and before the checksum.
  @inline(__always)
  var words: (UInt64, UInt64, UInt64, UInt64, UInt64) {
    let kinds =
      UInt64(kind.rawValue) | UInt64(cause.kind.rawValue) &<< 8 | UInt64(detail) &<< 16
    return (
      kinds | UInt64(name) &<< 32 | UInt64(type) &<< 48,
      UInt64(store) | UInt64(cause.store) &<< 32,
      subject.bits,
      cause.subject.bits,
      extra
    )
  }

  /// Returns `nil` if the words aren't those of a record.
  init?(time: UInt64, _ words: (UInt64, UInt64, UInt64, UInt64, UInt64)) {
    guard let kind = Kind(rawValue: UInt8(truncatingIfNeeded: words.0)),
      let cause = FlightCause.Kind(rawValue: UInt8(truncatingIfNeeded: words.0 >> 8))
    else { return nil }
    self.time = time
    self.kind = kind
    self.cause = FlightCause(
      kind: cause,
      store: UInt32(truncatingIfNeeded: words.1 >> 32),
      subject: FlightNumber(bits: words.3)
    )
    detail = UInt8(truncatingIfNeeded: words.0 >> 16)
    name = UInt16(truncatingIfNeeded: words.0 >> 32)
    type = UInt16(truncatingIfNeeded: words.0 >> 48)
    store = UInt32(truncatingIfNeeded: words.1)
    subject = FlightNumber(bits: words.2)
    extra = words.4
  }
}

extension DropReason {
  private static let all: [DropReason] = [
    .isLocked, .policy, .wasCancelled, .senderWasCancelled, .middleware, .storeHasEnded,
    .isTravelling,
  ]

  /// The number of the reason in a file.
  var code: UInt8 { UInt8(Self.all.firstIndex(of: self) ?? 255) }

  init?(code: UInt8) {
    guard Self.all.indices.contains(Int(code)) else { return nil }
    self = Self.all[Int(code)]
  }
}
