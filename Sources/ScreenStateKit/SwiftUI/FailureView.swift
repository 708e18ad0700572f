#if canImport(SwiftUI)
import SwiftUI

/// In the place of content that could not be loaded.
struct FailureView: View {
  let failure: LoadFailure

  var body: some View {
    ContentUnavailableView {
      Label(failure.error.message, systemImage: "exclamationmark.triangle")
    } description: {
      if let details = failure.error.details { Text(details) }
    } actions: {
      if let retry = failure.retry {
        Button("Try Again") { retry.execute() }
      }
    }
  }
}
#endif
