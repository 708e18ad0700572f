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
}
#endif
