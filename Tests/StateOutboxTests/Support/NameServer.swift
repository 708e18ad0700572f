import Foundation
import StateCore
import StateQueries
import StateTesting

/// The answer of a server to a call.
enum ServerPlan: Sendable {
  case answer
  /// The request never arrives.
  case loseRequest
  /// The server applies the change, and its answer is lost.
  case loseAnswer
  case refuse
  case timeOut
  /// The call waits for `NameServer.release`.
  case hang
}

struct ConnectionLost: Error, Hashable {}

struct Refusal: LocalizedError, Hashable {
  var errorDescription: String? { "Refused" }
}

/// A server that applies each key once.
final class NameServer: Sendable {
  struct Call: Hashable, Sendable {
    let key: UUID
    let text: String
  }

  private struct State {
    var calls: [Call] = []
    var applied: [Call] = []
    var plans: [ServerPlan] = []
    var hanging: [(text: String, continuation: CheckedContinuation<ServerPlan, Never>)] = []
    var names: [Int: String] = [:]
  }

  private let state = LockIsolated(State())

  /// All calls, in order.
  var calls: [String] { state.withValue { $0.calls.map(\.text) } }
  var allCalls: [Call] { state.calls }
  var appliedCalls: [Call] { state.applied }
  var keys: [UUID] { state.withValue { $0.calls.map(\.key) } }
  /// The changes that were applied, in order.
  var applied: [String] { state.withValue { $0.applied.map(\.text) } }
  var hanging: [String] { state.withValue { $0.hanging.map(\.text) } }

  /// Sets the answers to the next calls; those after them are answered.
  func plan(_ plans: ServerPlan...) { state.withValue { $0.plans = plans } }

  func send(_ key: UUID, _ text: String) async throws -> String {
    var plan = state.withValue { state in
      state.calls.append(Call(key: key, text: text))
      return state.plans.isEmpty ? .answer : state.plans.removeFirst()
    }
    if case .hang = plan {
      plan = await withCheckedContinuation { continuation in
        state.withValue { $0.hanging.append((text, continuation)) }
      }
    }
    switch plan {
    case .answer, .hang: apply(key, text)
    case .loseRequest: throw ConnectionLost()
    case .loseAnswer:
      apply(key, text)
      throw ConnectionLost()
    case .refuse: throw Refusal()
    case .timeOut: throw TimeoutError(duration: .seconds(1))
    }
    return "answer to \(text)"
  }

  private func apply(_ key: UUID, _ text: String) {
    state.withValue { state in
      if state.applied.contains(where: { $0.key == key }) { return }
      state.applied.append(Call(key: key, text: text))
    }
  }

  /// Ends the first waiting call, or that with a text.
  func release(_ text: String? = nil, _ plan: ServerPlan = .answer) {
    let waiting = state.withValue { state in
      let index = state.hanging.firstIndex { text == nil || $0.text == text }
      return index.map { state.hanging.remove(at: $0).continuation }
    }
    waiting?.resume(returning: plan)
  }
}

private enum ServerKey: StoreEnvironmentKey {
  static let liveValue = NameServer()
}

extension StoreEnvironment {
  var server: NameServer {
    get { self[ServerKey.self] }
    set { self[ServerKey.self] = newValue }
  }
}
