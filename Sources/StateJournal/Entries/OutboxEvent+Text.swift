import Foundation
import StateRecord

extension JournalEntry {
  /// A description of a step of an outbox, without its cause.
  func text(of event: OutboxEvent, _ value: (EventValue) -> String) -> String {
    "\(event.id.text), \(step(event, value))"
      + (event.origin.map { ", enqueued by \($0) in an earlier launch" } ?? "")
  }

  private func step(_ event: OutboxEvent, _ value: (EventValue) -> String) -> String {
    let error = event.error.map { ": \(value($0))" } ?? ""
    let time = event.duration.map { ", after \($0.shortText)" } ?? ""
    let change = event.change.map { value($0) } ?? "a change that can't be decoded"
    switch event.step {
    case .enqueued: return "is enqueued in lane \(event.lane): \(change)"
    case .merged(let key): return "is merged into \(key.uuidString): \(change)"
    case .started(let reason): return "is sent: \(reason)"
    case .applied: return "is applied\(time)"
    case .waits(let date, _, _):
      return "fails\(time)\(error); the next attempt follows at \(date.ISO8601Format())"
    case .failed(let state, _, _): return "is \(state)\(time)\(error)"
    case .cancelled: return "is cancelled; its outcome is open"
    case .removed(let way): return "is removed by \(way)"
    case .unstored: return "isn't stored"
    }
  }
}
