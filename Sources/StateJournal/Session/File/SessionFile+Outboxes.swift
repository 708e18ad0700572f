import Foundation
import StateRecord

/// The steps of outboxes as JSON.
extension SessionFile {
  static func json(of outbox: SessionOutbox) -> [String: JSONValue?] {
    var line: [String: JSONValue?] = [
      "outbox": json(of: outbox.id), "change": outbox.change.map(json(of:)),
      "lane": .string(outbox.lane), "cause": json(of: outbox.cause),
      "origin": outbox.origin.map { .string($0) },
    ]
    switch outbox.step {
    case .merged(let key): line["into"] = .string(key.uuidString)
    case .started(let reason): line["reason"] = .string(reason)
    case .applied(let seconds): line["duration"] = seconds.map { .double($0) }
    case .waits(let date, let error, let seconds):
      line["until"] = .double(date.timeIntervalSinceReferenceDate)
      line["error"] = error.map(json(of:))
      line["duration"] = seconds.map { .double($0) }
    case .failed(let state, let error, let seconds):
      line["state"] = .string(state)
      line["error"] = error.map(json(of:))
      line["duration"] = seconds.map { .double($0) }
    case .removed(let way): line["way"] = .string(way)
    case .enqueued, .cancelled, .unstored: break
    }
    return line
  }

  static func json(of id: OutboxEvent.ID) -> JSONValue {
    .array([.string(id.name), .init(id.attempt), .string(id.key.uuidString)])
  }

  static func outbox(
    _ line: SessionLine,
    _ name: EventName
  ) throws(Failure) -> SessionEntry.Kind {
    .outbox(
      SessionOutbox(
        id: try outbox(line["outbox"]),
        change: line["change"] == nil ? nil : try value(line["change"]),
        lane: try line.text("lane"),
        step: try step(of: line, name),
        cause: try cause(line["cause"]),
        origin: try line.optionalText("origin")
      )
    )
  }

  private static func step(
    of line: SessionLine,
    _ name: EventName
  ) throws(Failure) -> SessionOutbox.Step {
    func error() throws(Failure) -> SessionValue? {
      line["error"] == nil ? nil : try value(line["error"])
    }
    func seconds() throws(Failure) -> Double? {
      line["duration"] == nil ? nil : try line.seconds("duration")
    }
    switch name {
    case .outboxMerged: return .merged(into: try key(line["into"]))
    case .outboxStarted: return .started(reason: try line.text("reason"))
    case .outboxApplied: return .applied(seconds: try seconds())
    case .outboxWaits:
      guard let until = line["until"]?.double else { throw Failure("a date is missing") }
      let date = Date(timeIntervalSinceReferenceDate: until)
      return .waits(until: date, try error(), seconds: try seconds())
    case .outboxFailed:
      return .failed(state: try line.text("state"), try error(), seconds: try seconds())
    case .outboxCancelled: return .cancelled
    case .outboxRemoved: return .removed(way: try line.text("way"))
    case .outboxUnstored: return .unstored
    default: return .enqueued
    }
  }

  static func outbox(_ json: JSONValue?) throws(Failure) -> OutboxEvent.ID {
    guard let parts = json?.array, parts.count == 3, let name = parts[0].string else {
      throw Failure("the change of an outbox is missing")
    }
    return OutboxEvent.ID(key: try key(parts[2]), name: name, attempt: try number(parts[1]))
  }

  private static func key(_ json: JSONValue?) throws(Failure) -> UUID {
    guard let key = json?.string.flatMap(UUID.init(uuidString:)) else {
      throw Failure("a key is missing")
    }
    return key
  }
}
