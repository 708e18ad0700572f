import Foundation
import StateCore
import StateRequests

/// The entries of a cache that inspectors have listed, and what they make their loads do.
@MainActor
final class QueryInspection {
  private struct Choice {
    let load: SimulatedLoad
    let inspector: InspectorID
  }

  /// An attempt that waits before its own work.
  private struct Hold {
    let attempt: RequestAttempt
    /// Receives `true` at the end of the time, and `false` with another choice.
    let signal: AsyncStream<Bool>.Continuation
  }

  /// A load that an inspector has asked for.
  final class Reload {
    /// The caller that waits for it; `nil` until the request has returned.
    var caller: RequestCaller?
  }

  private var numbers: [QueryKey: Int] = [:]
  private var keys: [Int: QueryKey] = [:]
  private var lastNumber = 0
  private var choices: [QueryKey: Choice] = [:]
  private var holds: [QueryKey: Hold] = [:]
  /// The last load of each entry that an inspector has asked for, until it ends.
  private var reloads: [QueryKey: Reload] = [:]
  private var connection: (inspector: InspectorID, wasOnline: Bool)?
  /// Called before an endless load begins to wait.
  var onEndlessLoad: (@MainActor (QueryKey) -> Void)?

  nonisolated init() {}

  /// The number of entries that are kept.
  var count: Int { numbers.count + choices.count + reloads.count }

  /// The number of loads that wait before their own work.
  var waiterCount: Int { holds.count }

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
    choices[key] = nil
    holds[key]?.signal.yield(false)
  }

  // MARK: Loads

  func simulatedLoad(of key: QueryKey) -> SimulatedLoad? { choices[key]?.load }

  /// Determines the loads of an entry from now on, and of one that waits before its own work.
  func simulate(_ load: SimulatedLoad?, of key: QueryKey, by inspector: InspectorID) {
    let isOther = choices[key]?.load != load
    choices[key] = load.map { Choice(load: $0, inspector: inspector) }
    if isOther { holds[key]?.signal.yield(false) }
  }

  /// The entries whose loads an inspector determines, in the order of their numbers.
  func keys(chosenBy inspector: InspectorID) -> [QueryKey] {
    choices.filter { $1.inspector == inspector }.keys
      .sorted { numbers[$0] ?? 0 < numbers[$1] ?? 0 }
  }

  /// The attempt of an entry that waits before its own work; it may have been cancelled.
  func heldAttempt(of key: QueryKey) -> RequestAttempt? { holds[key]?.attempt }

  /// Does what an inspector has chosen for a load, before its own work.
  func pass(
    _ key: QueryKey,
    _ attempt: RequestAttempt,
    _ clock: any Clock<Duration>
  ) async throws {
    while let load = choices[key]?.load {
      switch load {
      case .failing(let text): throw SimulatedFailure(text: text)
      case .slow(let duration):
        let isOver = try await hold(key, attempt) { signal in
          clock.startTimer(after: duration) { signal.yield(true) }
        }
        if isOver, choices[key]?.load == load { return }
      case .endless:
        onEndlessLoad?(key)
        _ = try await hold(key, attempt) { _ in nil }
      }
    }
  }

  /// Waits for a timer or another choice.
  ///
  /// - Returns: Whether the time of the timer is over.
  private func hold(
    _ key: QueryKey,
    _ attempt: RequestAttempt,
    timer: (AsyncStream<Bool>.Continuation) -> ClockTimer?
  ) async throws -> Bool {
    let (signals, signal) = AsyncStream<Bool>.makeStream()
    holds[key] = Hold(attempt: attempt, signal: signal)
    let timer = timer(signal)
    defer {
      timer?.cancel()
      // A later attempt may wait, too.
      if holds[key]?.attempt == attempt { holds[key] = nil }
    }
    var isOver = false
    for await signal in signals {
      isOver = signal
      break
    }
    try Task.checkCancellation()
    return isOver
  }

  /// Whether no load is simulated, so that loads have no further cost.
  var isIdle: Bool { choices.isEmpty }

  // MARK: Reloads

  /// Whether a load that an inspector has asked for has a caller that waits.
  func awaitsReload(of key: QueryKey) -> Bool { reloads[key] != nil }

  /// Notes a load that an inspector asks for.
  ///
  /// - Returns: An earlier one that hasn't ended.
  func begin(_ reload: Reload, of key: QueryKey) -> Reload? {
    let earlier = reloads[key]
    reloads[key] = reload
    return earlier
  }

  func end(_ reload: Reload, of key: QueryKey) {
    if reloads[key] === reload { reloads[key] = nil }
  }

  /// Takes the caller that waits for the load of an entry.
  func takeCaller(of key: QueryKey) -> RequestCaller? {
    guard let caller = reloads[key]?.caller else { return nil }
    reloads[key] = nil
    return caller
  }

  // MARK: Connection

  /// Notes what an inspector says about the connection, instead of the app.
  func connect(_ isOnline: Bool, by inspector: InspectorID, wasOnline: Bool) {
    let wasOnline = connection?.wasOnline ?? wasOnline
    connection = isOnline == wasOnline ? nil : (inspector, wasOnline)
  }

  /// Notes that the app says what the connection is.
  func endConnection() { connection = nil }

  /// Ends what an inspector says about the connection.
  ///
  /// - Returns: The last report of the app, if the cache has another state.
  func endConnection(of inspector: InspectorID) -> Bool? {
    guard let connection, connection.inspector == inspector else { return nil }
    self.connection = nil
    return connection.wasOnline
  }
}

/// The error of a load that an inspector lets fail.
private struct SimulatedFailure: LocalizedError {
  let text: String

  var errorDescription: String? { text }
}
