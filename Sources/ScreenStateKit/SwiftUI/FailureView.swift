#if canImport(SwiftUI)
import SwiftUI

/// A view that replaces content that couldn't be loaded.
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
