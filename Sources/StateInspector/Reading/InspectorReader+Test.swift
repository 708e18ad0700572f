#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

extension InspectorReader {
  /// Returns the recorded session, which has to contain an entry, if a number is given.
  func session(with number: Int?) async throws(RequestFailure) -> StateSession {
    if isExporting {
      throw RequestFailure(.unavailable, "Another session is being exported. Ask again later.")
    }
    isExporting = true
    defer { isExporting = false }
    let session: StateSession
    do {
      session = try await journal.exportedSession()
    } catch {
      throw RequestFailure(.unavailable, "The request was cancelled.")
    }
    if let number, session.entry(number: number) == nil { throw missing(number) }
    return session
  }

  /// Returns the source of a test that repeats the session.
  func test(_ request: TestRequest) async throws(RequestFailure) -> TestSource {
    let session = try await session(with: request.upTo)
    let file = "\(request.name).jsonl"
    let source = session.testSource(
      named: request.name,
      module: request.module,
      store: request.store,
      feature: request.feature,
      initialState: request.initialState,
      upTo: request.upTo,
      file: file
    )
    guard let source else {
      let store = request.store.map { "Store \($0)" } ?? "A store without a parent"
      throw RequestFailure(.notFound, "\(store) doesn't exist.")
    }
    let condition = request.upTo.map { "?upTo=\($0)" } ?? ""
    return TestSource(source: source, file: file, path: "/api/session\(condition)")
  }
}
#endif
