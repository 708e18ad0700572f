import Foundation

@testable import StateOutbox

/// A server that applies each key once, and remembers all of them.
struct OutboxServer {
  struct Request: Hashable {
    let key: UUID
    let payload: Int
    let lane: String
    /// The place of the change in the order of enqueueing.
    let place: Int
    /// Whether the change failed before, so that later ones of its lane may have passed it.
    var isOutOfOrder: Bool
  }

  private(set) var applied: [Request] = []
  private var payloads: [UUID: Int] = [:]
  private(set) var faults: [String] = []

  func hasApplied(_ key: UUID) -> Bool { applied.contains { $0.key == key } }

  mutating func receive(_ request: Request) {
    if let payload = payloads[request.key], payload != request.payload {
      faults.append("\(request.key.number) was sent with two payloads")
    }
    payloads[request.key] = request.payload
    guard !hasApplied(request.key) else { return }
    let isLate = applied.contains {
      $0.lane == request.lane && $0.place > request.place && !$0.isOutOfOrder
    }
    if isLate, !request.isOutOfOrder {
      faults.append("\(request.key.number) was applied after a later change of its lane")
    }
    applied.append(request)
  }

  /// Notes a request without applying it, because the server refuses it.
  mutating func refuse(_ request: Request) { payloads[request.key] = request.payload }
}
