#if canImport(SwiftUI)
import SwiftUI

/// A row below content that could be loaded only in part.
struct FailureRow: View {
  let failure: LoadFailure

  var body: some View {
    VStack(spacing: 8) {
      Text(failure.error.message)
        .font(.footnote)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
      if let retry = failure.retry {
        Button("Try Again") { retry.execute() }
          // In a list, a plain button receives the taps of its whole row.
          .buttonStyle(.borderless)
      }
    }
    .padding()
    .frame(maxWidth: .infinity)
  }
}
#endif
