import Foundation
package import StateJournal

#if DEBUG
import StateInspector
#endif

/// An inspector that serves as long as this value is kept.
package struct Inspection {
  /// The address of the inspector's page.
  package let address: String
  fileprivate let inspector: AnyObject
}

extension SessionOptions {
  /// Serves a journal to a browser if the option is set.
  @MainActor
  package func startInspector(_ journal: Journal) async throws(SessionFailure) -> Inspection? {
    guard inspect else { return nil }
    #if DEBUG
    do {
      let inspector = try await Inspector.start(journal, allowsControl: control)
      return Inspection(address: inspector.url.absoluteString, inspector: inspector)
    } catch {
      throw .notInspected(error.localizedDescription)
    }
    #else
    throw .notInspected("A release build has no inspector.")
    #endif
  }
}
