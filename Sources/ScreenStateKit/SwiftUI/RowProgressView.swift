#if canImport(SwiftUI)
import SwiftUI

/// A spinner in a row of a list.
struct RowProgressView: View {
  @State private var appearances = 0

  var body: some View {
    ProgressView()
      // A list that uses a row again leaves its spinner blank, unless the spinner is a new one.
      .id(appearances)
      .frame(maxWidth: .infinity)
      .onAppear { appearances += 1 }
  }
}
#endif
