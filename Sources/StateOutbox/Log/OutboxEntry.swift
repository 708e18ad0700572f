import Foundation

/// An entry of the log of an outbox.
enum OutboxEntry: Hashable {
  /// A fact of the queue, with what was sent, if it is about a sent change.
  case fact(OutboxRecord, sent: OutboxSent)
  /// What an answer has told about ids.
  case aliases([NumberedAlias])
  /// The name of what has enqueued the change of the next fact, for journals.
  case origin(UUID, String)

  // MARK: Writing

  func bytes(_ payloads: OutboxPayloads) -> [UInt8] {
    var writer = OutboxWriter()
    switch self {
    case .fact(let record, let sent):
      Self.write(record, sent, payloads, to: &writer)
    case .aliases(let aliases):
      writer.write(UInt8(20))
      writer.write(aliases.count)
      for numbered in aliases {
        writer.write(numbered.number)
        writer.write(numbered.alias.local)
        writer.write(numbered.alias.server)
      }
    case .origin(let key, let name):
      writer.write(UInt8(22))
      writer.write(key)
      writer.write(name)
    }
    return writer.bytes
  }

  private static func write(
    _ record: OutboxRecord,
    _ sent: OutboxSent,
    _ payloads: OutboxPayloads,
    to writer: inout OutboxWriter
  ) {
    func write(_ draft: OutboxDraft, to writer: inout OutboxWriter) {
      draft.write(payloads[draft.payload], to: &writer)
    }
    switch record {
    case .enqueued(let draft):
      writer.write(UInt8(1))
      write(draft, to: &writer)
    case .kept(let draft, let progress):
      writer.write(UInt8(2))
      write(draft, to: &writer)
      progress.put(into: &writer)
      sent.put(into: &writer)
    case .started(let key, let attempt, let date):
      writer.write(UInt8(3))
      writer.write(key)
      writer.write(attempt)
      writer.write(date)
      sent.put(into: &writer)
    case .done(let key):
      writer.write(UInt8(4))
      writer.write(key)
    case .failed(let key, let state, let failure):
      writer.write(UInt8(5))
      writer.write(key)
      state.put(into: &writer)
      writer.write(failure) { $0.write($1) }
    case .merged(let key, let payload, let later):
      writer.write(UInt8(6))
      writer.write(key)
      writer.write(payloads[payload])
      write(later, to: &writer)
    case .cancelled(let key, let later):
      writer.write(UInt8(7))
      writer.write(key)
      writer.write(later) { write($1, to: &$0) }
    case .replaced(let key, let draft):
      writer.write(UInt8(8))
      writer.write(key)
      write(draft, to: &writer)
    case .discarded(let key):
      writer.write(UInt8(9))
      writer.write(key)
    case .retried(let key):
      writer.write(UInt8(10))
      writer.write(key) { $0.write($1) }
    case .released: writer.write(UInt8(11))
    case .removedAll: writer.write(UInt8(12))
    }
  }

  // MARK: Reading

  init(_ bytes: [UInt8], _ payloads: inout OutboxPayloads) throws(OutboxReader.Failure) {
    var reader = OutboxReader(bytes)
    func draft(
      _ reader: inout OutboxReader,
      _ payloads: inout OutboxPayloads
    ) throws(OutboxReader.Failure) -> OutboxDraft {
      try OutboxDraft(&reader, &payloads)
    }
    switch try reader.byte() {
    case 1: self = .fact(.enqueued(try draft(&reader, &payloads)), sent: OutboxSent())
    case 2:
      let kept = try draft(&reader, &payloads)
      let progress = try OutboxProgress(&reader)
      self = .fact(.kept(kept, progress), sent: try OutboxSent(&reader))
    case 3:
      let (key, attempt, date) = (try reader.id(), try reader.int(), try reader.date())
      self = .fact(.started(key, attempt: attempt, date: date), sent: try OutboxSent(&reader))
    case 4: self = .fact(.done(try reader.id()), sent: OutboxSent())
    case 5:
      let (key, state) = (try reader.id(), try OutboxFailedState(&reader))
      let failure = try reader.flag() ? try reader.text() : nil
      self = .fact(.failed(key, state, failure: failure), sent: OutboxSent())
    case 6:
      let (key, payload) = (try reader.id(), payloads.add(try reader.data()))
      let later = try draft(&reader, &payloads)
      self = .fact(.merged(key, payload: payload, later: later), sent: OutboxSent())
    case 7:
      let key = try reader.id()
      let later = try reader.flag() ? try draft(&reader, &payloads) : nil
      self = .fact(.cancelled(key, later: later), sent: OutboxSent())
    case 8:
      let key = try reader.id()
      self = .fact(.replaced(key, with: try draft(&reader, &payloads)), sent: OutboxSent())
    case 9: self = .fact(.discarded(try reader.id()), sent: OutboxSent())
    case 10: self = .fact(.retried(try reader.flag() ? try reader.id() : nil), sent: OutboxSent())
    case 11: self = .fact(.released, sent: OutboxSent())
    case 12: self = .fact(.removedAll, sent: OutboxSent())
    case 20:
      var aliases: [NumberedAlias] = []
      for _ in 0..<max(0, try reader.int()) {
        let (number, local) = (try reader.int(), try reader.text())
        let alias = OutboxAlias(local: local, server: try reader.text())
        aliases.append(NumberedAlias(number: number, alias: alias))
      }
      self = .aliases(aliases)
    case 22: self = .origin(try reader.id(), try reader.text())
    default: throw OutboxReader.Failure()
    }
  }
}

extension OutboxDraft {
  fileprivate func write(_ payload: [UInt8], to writer: inout OutboxWriter) {
    writer.write(key)
    writer.write(name)
    writer.write(lane)
    writer.write(subject) { $0.write($1) }
    writer.write(enqueuedAt)
    writer.write(rules.priority)
    writer.write(rules.resendsFor)
    writer.write(rules.expiresAfter) { $0.write($1) }
    writer.write(rules.longestPause)
    writer.write(rules.holdsLaneWhenRejected)
    writer.write(payload)
  }

  fileprivate init(
    _ reader: inout OutboxReader,
    _ payloads: inout OutboxPayloads
  ) throws(OutboxReader.Failure) {
    let (key, name, lane) = (try reader.id(), try reader.text(), try reader.text())
    let subject = try reader.flag() ? try reader.text() : nil
    let enqueuedAt = try reader.date()
    var rules = OutboxRules()
    rules.priority = try reader.int()
    rules.resendsFor = try reader.duration()
    rules.expiresAfter = try reader.flag() ? try reader.duration() : nil
    rules.longestPause = try reader.duration()
    rules.holdsLaneWhenRejected = try reader.flag()
    self.init(
      key: key,
      name: name,
      lane: lane,
      subject: subject,
      enqueuedAt: enqueuedAt,
      payload: payloads.add(try reader.data()),
      rules: rules
    )
  }
}

extension OutboxSent {
  fileprivate func put(into writer: inout OutboxWriter) {
    writer.write(version)
    writer.write(aliases)
  }

  fileprivate init(_ reader: inout OutboxReader) throws(OutboxReader.Failure) {
    version = try reader.int()
    aliases = try reader.int()
  }
}

extension OutboxProgress {
  fileprivate func put(into writer: inout OutboxWriter) {
    writer.write(attempts)
    writer.write(firstAttempt) { $0.write($1) }
    writer.write(UInt8((isRetried ? 1 : 0) | (isRefused ? 2 : 0) | (isUnanswered ? 4 : 0)))
    writer.write(state) { $1.put(into: &$0) }
    writer.write(failure) { $0.write($1) }
  }

  fileprivate init(_ reader: inout OutboxReader) throws(OutboxReader.Failure) {
    attempts = try reader.int()
    firstAttempt = try reader.flag() ? try reader.date() : nil
    let flags = try reader.byte()
    (isRetried, isRefused, isUnanswered) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    state = try reader.flag() ? try OutboxFailedState(&reader) : nil
    failure = try reader.flag() ? try reader.text() : nil
  }
}

extension OutboxFailedState {
  fileprivate func put(into writer: inout OutboxWriter) {
    switch self {
    case .waiting(let date):
      writer.write(UInt8(1))
      writer.write(date)
    case .rejected: writer.write(UInt8(2))
    case .heldLane: writer.write(UInt8(3))
    case .heldAll: writer.write(UInt8(4))
    case .unknown: writer.write(UInt8(5))
    case .expired: writer.write(UInt8(6))
    case .undecodable: writer.write(UInt8(7))
    }
  }

  fileprivate init(_ reader: inout OutboxReader) throws(OutboxReader.Failure) {
    switch try reader.byte() {
    case 1: self = .waiting(until: try reader.date())
    case 2: self = .rejected
    case 3: self = .heldLane
    case 4: self = .heldAll
    case 5: self = .unknown
    case 6: self = .expired
    case 7: self = .undecodable
    default: throw OutboxReader.Failure()
    }
  }
}
