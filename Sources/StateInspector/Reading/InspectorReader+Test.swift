#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

extension InspectorReader {
  /// Returns the source of a test that repeats the session.
  func test(_ request: TestRequest) async throws(RequestFailure) -> TestSource {
    let session: StateSession
    do {
      session = try await journal.exportedSession()
    } catch {
      throw RequestFailure(.unavailable, "The request was cancelled.")
    }
    if let number = request.upTo, session.entry(number: number) == nil {
      throw RequestFailure(.notFound, "Entry \(number) doesn't exist.")
    }
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
    return TestSource(source: source, file: file, path: "/api/session")
  }
}
#endif
