#if canImport(SwiftUI)
import SwiftUI

/// A spinner in a row of a list.
struct RowProgressView: View {
  @State private var appearances = 0

  var body: some View {
    ProgressView()
      // A list that reuses a row leaves its spinner blank unless the spinner has a new identity.
      .id(appearances)
      .frame(maxWidth: .infinity)
      .onAppear { appearances += 1 }
  }
}
#endif
