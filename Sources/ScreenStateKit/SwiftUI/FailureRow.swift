#if canImport(SwiftUI)
import SwiftUI

/// Below content, of which a part could not be loaded.
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
          // In a list a plain button takes the taps of its whole row.
          .buttonStyle(.borderless)
      }
    }
    .padding()
    .frame(maxWidth: .infinity)
  }
}
#endif
