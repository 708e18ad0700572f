package import LexiconCore
import ScreenStateKit

/// All data for the frame of the import, as a value.
package struct ImportScreen: Equatable, Sendable {
  /// `nil` until the number of words is known.
  package var progress: ImportProgress?
  package var error: String?

  package init() {}

  @MainActor
  package init(_ state: ImportFeature.State) {
    progress = state.progress
    error = state.displayError?.message
  }

  package func frame(in size: TerminalSize) -> Frame {
    let layout = ScreenLayout(
      title: "Lexicon",
      status: error == nil ? "Importing the words…" : "",
      error: error,
      footer: error == nil ? "? help  q quit" : "r retry  s saved words  ? help  q quit"
    )
    return layout.frame(in: size, body: bar(size).map { Frame.Line($0) })
  }

  private func bar(_ size: TerminalSize) -> [String] {
    guard let progress else { return [] }
    let width = min(60, max(0, size.columns - 4))
    let done = Int(Double(width) * progress.fraction)
    let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
    return ["", "  " + bar, "", "  \(progress.done) of \(progress.total) words imported"]
  }
}
