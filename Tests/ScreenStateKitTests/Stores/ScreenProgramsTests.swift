import IssueReporting
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

/// All programs of an action that waits for another one: each wait ends, and each action reports how it ended.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct ScreenProgramsTests {
  @Test(.notRepeated) func everyProgramEnds() async throws {
    var wrong: [String] = []
    for program in ScreenProgram.all {
      let broken = try await simulate {
        await withIssueReporters([]) { await self.run(program) }
      }
      wrong += broken.map { "\(program): \($0)" }
    }
    #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.prefix(4))")
  }

  /// If the same action runs again and succeeds, it clears its error.
  ///
  /// A different action doesn't.
  private func resend(
    _ program: ScreenProgram,
    to store: ScreenProgram.Store,
    _ state: ScreenProgram.State
  ) async -> [String] {
    guard let error = state.displayError else { return [] }
    var program = program
    program.failures = nil
    program.cancel = .none
    program.wait = .isolated
    await store.isolatedReceive(action: .init(isOuter: false, program: program))
    if state.displayError != error { return ["another action takes its error back"] }
    let result = await store.receive(action: .init(isOuter: true, program: program)).result
    await settle()
    let isKept = state.displayError == error
    return isKept == result.isCancellation ? [] : ["its error is kept \(isKept) after \(result)"]
  }

  private func run(_ program: ScreenProgram) async -> [String] {
    let (store, state) = (ScreenProgram.Store(), ScreenProgram.State())
    if program.isBound { await store.binding(state: state) }
    let ended = LockIsolated<Result<Void, any Error>?>(nil)
    let handle: AnyTask = store.receive(action: .init(isOuter: true, program: program))
    store.own.setValue(handle)
    Task { ended.setValue(await handle.result) }
    await settle()
    let hasHung = ended.value == nil
    if program.cancel == .late { handle.cancel() }
    if program.cancel == .all { store.binding.cancelAll() }
    await settle()
    guard let result = ended.value else { return ["it hangs"] }
    var broken: [String] = []
    if hasHung { broken.append("it hangs until it is cancelled") }
    let hasFailed = program.failures == 2
    let isCancelled =
      program.cancel == .early && !hasFailed
      || program.isOneGroup && !hasFailed
        && [.restart, .debounce, .throttle].contains(program.inner) && program.wait != .own
    if isCancelled != result.isCancellation { broken.append("it ends with \(result)") }
    if (state.displayError != nil) != (hasFailed && program.isBound) {
      broken.append("it shows \(state.displayError?.message ?? "no error")")
    }
    if state.isLoading { broken.append("it loads for ever") }
    if store.binding.isReportedAsUnbound == program.isBound { broken.append("a wrong report") }
    if let waited = store.waited.value, program.isEndless != waited.isEndless {
      broken.append("the wait ends with \(waited)")
    }
    return await broken + resend(program, to: store, state)
  }
}

extension AnyTask {
  fileprivate var result: Result<Void, any Error> {
    get async {
      do {
        return .success(try await waitComplete())
      } catch {
        return .failure(error)
      }
    }
  }
}

extension Result {
  fileprivate var isCancellation: Bool {
    if case .failure(let error) = self { error is CancellationError } else { false }
  }

  fileprivate var isEndless: Bool {
    guard case .failure(let error) = self else { return false }
    return !(error is CancellationError)
  }
}
