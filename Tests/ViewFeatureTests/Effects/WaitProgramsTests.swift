import Foundation
import IssueReporting
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Small systems of actions that wait for each other, compared with a model that tries each order.
///
/// A wait is reported if and only if it would never end, and then everything ends.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct WaitProgramsTests {
  private nonisolated static let isComplete =
    ProcessInfo.processInfo.environment["TEST_ALL_PROGRAMS"] != nil

  @Test(.needsRuntimeHooks, arguments: 0..<16)
  func aWaitIsReportedIfItWouldNeverEnd(block: Int) async throws {
    let programs = WaitProgram.all(count: 3, withFurtherWaits: true)
    let stride = Self.isComplete ? 16 : 16 * 23
    for index in Swift.stride(from: block, to: programs.count, by: stride) {
      try await check(programs[index], index)
    }
  }

  @Test(.needsRuntimeHooks)
  func pairsOfActionsDoToo() async throws {
    for (index, program) in WaitProgram.all(count: 2, withFurtherWaits: true).enumerated() {
      try await check(program, index)
    }
  }

  private func check(_ program: WaitProgram, _ index: Int) async throws {
    let outcome = WaitModel.outcome(of: program)
    for seed in [nil, index] {
      let context = "program \(index), seed \(String(describing: seed)):\n\(program)"
      do {
        let run = try await simulate(seed: seed) { await WaitRun(program).result() }
        let isReported = run.reports > 0
        #expect(run.isComplete, "\(context)\nis not complete")
        if isReported ? !outcome.mayHang : !outcome.mayEnd {
          Issue.record("\(context)\nis reported: \(isReported), expected \(outcome)")
        }
      } catch {
        Issue.record("\(context)\n\(outcome): \(error)")
      }
    }
  }
}

/// A run of a program with real stores.
@MainActor
private final class WaitRun {
  struct Result {
    let reports: Int
    let isComplete: Bool
  }

  private final class Recorder: IssueReporter {
    let count = LockIsolated(0)

    func reportIssue(
      _ message: @autoclosure () -> String?,
      severity: IssueSeverity,
      fileID: StaticString,
      filePath: StaticString,
      line: UInt,
      column: UInt
    ) {
      count.withValue { $0 += 1 }
    }
  }

  private let program: WaitProgram
  private let stores = [AsyncScript.store(), AsyncScript.store()]
  private var sent: [Int: SentAction] = [:]
  private var ended = 0
  private let recorder = Recorder()

  init(_ program: WaitProgram) {
    self.program = program
  }

  func result() async -> Result {
    await withIssueReporters([recorder]) {
      let first: SentAction = stores[program.stores[0]].send(action(0))
      sent[0] = first
      await first.value
      // If a wait was ended, some actions haven't ended yet.
      for _ in 0..<program.count { for sent in sent.values { await sent.value } }
    }
    return Result(reports: recorder.count.value, isComplete: ended == 2 * program.count)
  }

  private func action(_ index: Int) -> AsyncScriptAction {
    AsyncScriptAction("\(index)") { [self] _ in
      await perform(index, .handler)
      let effect = AsyncScriptAction.Effect.run { [self] _ in await perform(index, .effect) }
      return program.hasLane[index] ? effect.queued(id: "lane") : effect
    }
  }

  private func perform(_ index: Int, _ part: WaitProgram.Part) async {
    for step in program.steps(index, part) {
      switch step {
      case .send(let other): sent[other] = stores[program.stores[other]].send(action(other))
      case .sendThroughProxy(let other):
        sent[other] = await AsyncScript.proxy.send(action(other))
      case .wait(let other): await sent[other]?.value
      case .waitIfSent(let other):
        await Task.yield()
        await sent[other]?.value
      }
    }
    ended += 1
  }
}
