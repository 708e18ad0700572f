import Foundation
import StateInspector
import StateJournal
import ViewFeature

/// Serves the inspector for an app that does something, to work on its page and to try it in a browser.
///
///     InspectorServer [--port <number>] [--control] [--entries <number>] [--rate <changes in a second>]
@main
@MainActor
struct InspectorServer {
  static func main() async throws {
    let arguments = CommandLine.arguments
    func value(_ name: String) -> Int? {
      arguments.firstIndex(of: name).flatMap { place in
        place + 1 < arguments.count ? Int(arguments[place + 1]) : nil
      }
    }
    let journal = StateJournal(capacity: 256 << 20)
    let store = Store(initialState: Library(), feature: LibraryFeature())
    journal.record(store)
    inspector = try await StateInspector.start(
      journal,
      port: UInt16(value("--port") ?? 0),
      allowsControl: arguments.contains("--control")
    )
    print(inspector?.url.absoluteString ?? "")
    fflush(nil)

    store.send(.watch)
    for id in 1...4 { store.send(.enter(id)) }
    while let wanted = value("--entries"), journal.entries.count < wanted { store.send(.tick) }

    let rate = value("--rate") ?? 1
    var round = 0
    Thread.detachNewThread {
      // A line on standard input: stop for so many seconds.
      while let line = readLine() {
        guard let seconds = Int(line) else { continue }
        Task { @MainActor in try await pause(seconds) }
      }
    }
    while !Task.isCancelled {
      round += 1
      for _ in 0..<max(1, rate / 20) { store.send(.tick) }
      if round.isMultiple(of: 40) { store.send(.search("word \(round / 40)")) }
      if round.isMultiple(of: 100) { store.send(.fail) }
      if round.isMultiple(of: 60) { store.send(.signIn(password: "never-to-be-seen")) }
      let book = Book(title: "Book \(round)", pages: round)
      if round.isMultiple(of: 30), let reader = store.state.readers.first {
        store.scope(\.readers, id: reader.id)?.send(.borrow(book))
      }
      try await Task.sleep(for: rate < 20 ? .seconds(1) / max(1, rate) : .milliseconds(50))
    }
  }

  private static var inspector: StateInspector?

  private static func pause(_ seconds: Int) async throws {
    await inspector?.stop()
    try await Task.sleep(for: .seconds(seconds))
    try await inspector?.restart()
  }
}
