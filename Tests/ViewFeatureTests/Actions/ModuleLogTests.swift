import IssueReporting
import Logging
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The log output of the module itself.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ModuleLogTests {
  // 6.2.8
  @Test(.notRepeated, .onDebugBuilds) func errorThatNothingHandlesIsLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let store = await Script.store()
      await store.send(ScriptAction("handler") { _ in throw TestError("a") }).value
      await store.send(.run("effect") { _ in throw TestError("b") }).value
      #expect(capture.entries.map(\.level) == [.error, .error])
      #expect(
        capture.entries.map(\.metadata) == [
          ["action": "handler", "error": "a"], ["action": "effect", "error": "b"],
        ]
      )
    }
  }

  @Test(.notRepeated) func handledErrorIsNotLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let store = await Script.store { $0.onError { _, _ in } }
      await store.send(ScriptAction("handler") { _ in throw TestError("a") }).value
      await store.send(.run("effect") { _ in throw TestError("b") }).value
      let other = await Script.store()
      await other.send(
        .effect("caught", .run { _ in throw TestError("c") }.catch { _, _ in })
      ).value
      #expect(capture.entries == [])
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func errorOfErrorMiddlewareIsLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let log = LockIsolated<[String]>([])
      let store = await Script.store {
        $0.use(SynchronousRecordingMiddleware(name: "sync", failing: [.error], log: log))
          .use(RecordingMiddleware(name: "async", failing: [.error], log: log))
      }
      await store.send(ScriptAction("a") { _ in throw TestError("a") }).value
      #expect(
        capture.entries.map(\.metadata) == [
          ["middleware": "sync", "error": "sync failed"],
          ["middleware": "async", "error": "async failed"],
        ]
      )
    }
  }

  private struct FailingFeatureMiddleware: ErrorHandlingFeatureMiddleware {
    let id = "own id"

    func onError(_ error: any Error, action: ScriptAction, state: ScriptState) throws {
      throw TestError("own failed")
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func middlewareOfAFeatureIsLoggedUnderItsID() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let store = await Script.store { $0.use(FailingFeatureMiddleware()) }
      await store.send(ScriptAction("a") { _ in throw TestError("a") }).value
      #expect(capture.entries.first?.metadata == ["middleware": "own id", "error": "own failed"])
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func furtherFailureOfACompositionIsLogged() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let store = await Script.store()
      let parts = ["a", "b"].map { name in Script.Effect.run { _ in throw TestError(name) } }
      await store.send(.effect("merge", .merge(parts).catch { _, _ in })).value
      #expect(capture.entries.map(\.level) == [.error])
      #expect(capture.entries.map(\.metadata) == [["action": "merge", "error": "b"]])
    }
  }

  @Test(.notRepeated, .onDebugBuilds) func actionSentOutsideAnyStoreIsLoggedAtDebug() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      await withIssueReporters([]) { _ = await Script.proxy.send(.log("nowhere")) }
      #expect(capture.entries.map(\.level) == [.debug])
      #expect(capture.entries.map { $0.metadata["action"] } == ["nowhere"])
      #expect(capture.entries.map { $0.metadata["feature"] } == ["Script"])
    }
  }

  @Test(.notRepeated) func actionForAnotherFeatureIsLoggedAtDebug() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      let store = await Script.store()
      await withIssueReporters([]) {
        await store.send(.run { _ in await AsyncScript.proxy.send(.log("other")) }).value
      }
      #expect(capture.entries.map(\.level) == [.debug])
      #expect(capture.entries.map { $0.metadata["feature"] } == ["AsyncScript"])
    }
  }

  @Test(.notRepeated) func aHandlerThatMaySuspendIsMentionedOnceAtDebug() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      let store = await AsyncScript.store()
      for _ in 0..<2 { await store.send(AsyncScriptAction.log("a")).value }
      _ = await Script.store()
      #expect(capture.entries.map(\.level) == [.debug])
      #expect(capture.entries.map { $0.metadata["feature"] } == ["AsyncScript"])
    }
  }

  @Test(.notRepeated) func emptyIdIsMentionedAtDebug() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture(level: .debug)
      _ = Script.Effect.run(id: "") { _ in }
      #expect(capture.entries.map(\.level) == [.debug])
    }
  }

  @Test(.notRepeated) func printingProviderLogsFailuresAndNothingElse() async {
    await #expect(processExitsWith: .success) {
      let capture = LogCapture()
      let provider = PrintAssertionProvider()
      provider.assertEqual(1, 1, "equal", file: "File.swift", line: 1)
      provider.assertEqual(1, 2, "unequal", file: "File.swift", line: 2)
      provider.fail("failed", file: "File.swift", line: 3)
      #expect(capture.messages == ["File.swift:2: unequal", "File.swift:3: failed"])
      #expect(capture.entries.map(\.level) == [.error, .error])
    }
  }
}
