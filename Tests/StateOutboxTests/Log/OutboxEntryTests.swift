import Foundation
import Testing

@testable import StateOutbox

@Suite struct OutboxEntryTests {
  private static func draft(_ payloads: inout OutboxPayloads, _ text: String) -> OutboxDraft {
    var rules = OutboxRules()
    rules.priority = -3
    rules.expiresAfter = text.isEmpty ? nil : .milliseconds(1_500)
    rules.holdsLaneWhenRejected = true
    return OutboxDraft(
      key: UUID(),
      name: "Name",
      lane: "lane \u{1F600}",
      subject: text.isEmpty ? nil : "subject",
      enqueuedAt: Date(timeIntervalSinceReferenceDate: 12.25),
      payload: payloads.add(Array(text.utf8)),
      rules: rules
    )
  }

  private static func entries(_ payloads: inout OutboxPayloads) -> [OutboxEntry] {
    let key = UUID()
    let date = Date(timeIntervalSinceReferenceDate: -5.5)
    let states: [OutboxFailedState] = [
      .waiting(until: date), .rejected, .heldLane, .heldAll, .unknown, .expired, .undecodable,
    ]
    let records: [OutboxRecord] = [
      .enqueued(draft(&payloads, "")),
      .kept(draft(&payloads, "kept"), OutboxProgress()),
      .kept(
        draft(&payloads, "kept"),
        OutboxProgress(
          attempts: 3,
          firstAttempt: date,
          isRetried: true,
          isRefused: true,
          isUnanswered: true,
          state: .waiting(until: date),
          failure: "failure"
        )
      ),
      .done(key), .merged(key, payload: payloads.add([1, 2]), later: draft(&payloads, "later")),
      .cancelled(key, later: nil), .cancelled(key, later: draft(&payloads, "later")),
      .replaced(key, with: draft(&payloads, "new")), .discarded(key), .retried(nil), .retried(key),
      .released, .removedAll,
    ]
    return records.map { record in
      var sent = OutboxSent()
      if case .kept = record { sent = OutboxSent(version: 7, aliases: 3) }
      return .fact(record, sent: sent)
    }
      + states.map { .fact(.failed(key, $0, failure: nil), sent: OutboxSent()) } + [
        .fact(.failed(key, .rejected, failure: "text"), sent: OutboxSent()),
        .fact(.started(key, attempt: 2, date: date), sent: OutboxSent(version: 3)),
        .origin(key, "rename"), .origin(key, ""), .aliases([]),
        .aliases([
          NumberedAlias(number: 3, alias: OutboxAlias(1, is: 2)),
          NumberedAlias(number: 9, alias: OutboxAlias("a", is: "b")),
        ]),
      ]
  }

  @Test func anEntryIsReadAsItWasWritten() throws {
    var payloads = OutboxPayloads()
    for entry in Self.entries(&payloads) {
      // The numbers of payloads are those of the reader.
      var other = payloads
      let read = try OutboxEntry(entry.bytes(payloads), &other)
      #expect(read.bytes(other) == entry.bytes(payloads))
      switch (entry, read) {
      case (.fact(.enqueued(let one), _), .fact(.enqueued(let two), _)),
        (.fact(.kept(let one, _), _), .fact(.kept(let two, _), _)):
        #expect(payloads[one.payload] == other[two.payload])
        var renumbered = two
        renumbered.payload = one.payload
        #expect(renumbered == one)
      case (.fact(.merged, _), _), (.fact(.cancelled(_, .some), _), _), (.fact(.replaced, _), _):
        break
      default: #expect(read == entry)
      }
    }
  }

  @Test func aCutEntryIsNotRead() {
    var payloads = OutboxPayloads()
    for entry in Self.entries(&payloads) {
      let bytes = entry.bytes(payloads)
      for count in 0..<bytes.count {
        var other = OutboxPayloads()
        #expect(throws: OutboxReader.Failure.self) {
          try OutboxEntry(Array(bytes[..<count]), &other)
        }
      }
    }
  }

  @Test func anEntryOfALaterVersionIsNotRead() {
    var payloads = OutboxPayloads()
    #expect(throws: OutboxReader.Failure.self) { try OutboxEntry([200], &payloads) }
  }
}
