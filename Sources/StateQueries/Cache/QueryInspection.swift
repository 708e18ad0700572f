import Foundation
import StateCore

/// The numbers of the entries that an inspector has listed, and what it makes their loads do.
@MainActor
final class QueryInspection {
  private var numbers: [QueryKey: Int] = [:]
  private var keys: [Int: QueryKey] = [:]
  private var lastNumber = 0
  private var simulated: [QueryKey: SimulatedLoad] = [:]
  private let changes = Broadcast<Void>(replaysLatest: false, bufferingPolicy: .bufferingNewest(1))

  nonisolated init() {}

  /// The number of entries that are kept.
  var count: Int { numbers.count + simulated.count }

  /// The number of endless loads that wait for another choice.
  var waiterCount: Int { changes.subscriberCount }

  /// Returns the number of an entry, which it keeps.
  func number(of key: QueryKey) -> Int {
    if let number = numbers[key] { return number }
    lastNumber += 1
    numbers[key] = lastNumber
    keys[lastNumber] = key
    return lastNumber
  }

  func key(_ number: Int) -> QueryKey? { keys[number] }

  /// Forgets an entry that has ended.
  func forget(_ key: QueryKey) {
    if numbers.isEmpty { return }
    if let number = numbers.removeValue(forKey: key) { keys[number] = nil }
    simulate(nil, of: key)
  }

  // MARK: Loads

  func simulatedLoad(of key: QueryKey) -> SimulatedLoad? { simulated[key] }

  /// Determines the loads of an entry from now on; an endless one that runs ends with another choice.
  func simulate(_ load: SimulatedLoad?, of key: QueryKey) {
    if simulated[key] == load { return }
    simulated[key] = load
    changes.emit(())
  }

  /// Does what an inspector has chosen for a load, before its own work.
  func pass(_ key: QueryKey, _ clock: any Clock<Duration>) async throws {
    while true {
      switch simulated[key] {
      case nil: return
      case .failing(let text)?: throw SimulatedFailure(text: text)
      case .slow(let duration)?: return try await clock.sleep(for: duration)
      case .endless?:
        // The subscription begins before the choice is examined again.
        let changes = changes.subscribe()
        if simulated[key] == .endless { for await _ in changes { break } }
        try Task.checkCancellation()
      }
    }
  }

  /// Whether no load is simulated, so that loads have no further cost.
  var isIdle: Bool { simulated.isEmpty }
}

/// The error of a load that an inspector lets fail.
private struct SimulatedFailure: LocalizedError {
  let text: String

  var errorDescription: String? { text }
}
