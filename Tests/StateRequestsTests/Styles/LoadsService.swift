import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// A caller of random programs.
struct LoadsCaller: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case load(staleAfter: Duration)
    case reload
    case watch(staleAfter: Duration, interval: Duration?)
  }

  let id: Int
  let kind: Kind
  /// Whether the caller's function ignores cancellation.
  var isStubborn = false

  var isWatch: Bool {
    if case .watch = kind { true } else { false }
  }
}

enum LoadsOutcome: Hashable, Sendable {
  /// The content is there; from a load, or fresh.
  case content(isLoaded: Bool)
  case failed
  case cancelled
}

/// A state whose two resources a program loads.
@Observable @MainActor
final class LoadsState: ScreenState {
  var words = Resource<[String]>()
  var items = Resource<OptimisticValue<[String]>>()
}

/// A service whose answers a program gives, and the outcomes of the callers.
@MainActor
final class LoadsService {
  struct Failure: Error {}

  final class Call: Sendable {
    let number: Int
    let caller: LoadsCaller
    let gate = Gate()
    let isFailing = LockIsolated(false)
    let hasEnded = LockIsolated(false)

    init(_ number: Int, _ caller: LoadsCaller) {
      self.number = number
      self.caller = caller
    }

    /// Whether the load still wants the answer, as far as the function knows.
    var isWanted: Bool { !hasEnded.value && !gate.wasCancelled }
  }

  nonisolated static let retry = RetryPolicy.constant(.milliseconds(5_030), maxAttempts: 3)

  private(set) var calls: [Call] = []
  private(set) var outcomes: [Int: LoadsOutcome] = [:]
  private var events: [Int: AsyncStream<Void>.Continuation] = [:]

  /// The calls without an answer.
  var open: [Call] { calls.filter { !$0.hasEnded.value && !$0.gate.isOpen } }
  /// The calls whose functions haven't ended.
  var running: [Call] { calls.filter { !$0.hasEnded.value } }

  /// Loads for a caller.
  func value(for caller: LoadsCaller) async throws -> [String] {
    let call = Call(calls.count + 1, caller)
    calls.append(call)
    defer { call.hasEnded.setValue(true) }
    if caller.isStubborn { await call.gate.passStubbornly() } else { try await call.gate.pass() }
    if call.isFailing.value { throw Failure() }
    return ["\(call.number)"]
  }

  func answer(_ call: Call, isFailing: Bool) {
    call.isFailing.setValue(isFailing)
    call.gate.open()
  }

  func events(of caller: LoadsCaller) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    events[caller.id] = continuation
    return stream
  }

  func sendEvent(to id: Int) { events[id]?.yield() }

  /// Notes how a caller ends.
  nonisolated(nonsending) func outcome(
    of caller: LoadsCaller,
    _ run: () async throws -> Bool
  ) async {
    do {
      let isLoaded = try await run()
      await note(.content(isLoaded: isLoaded), for: caller)
    } catch {
      await note(error is CancellationError ? .cancelled : .failed, for: caller)
    }
  }

  private func note(_ outcome: LoadsOutcome, for caller: LoadsCaller) {
    outcomes[caller.id] = outcome
  }
}
