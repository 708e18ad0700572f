import Foundation
import StateInspector
import StateJournal
import ViewFeature

/// Serves the inspector for an app that does something, to work on its page and to try it in a browser.
///
///     InspectorServer [--port <number>] [--control] [--entries <number>] [--rate <changes in a second>]
///                     [--without journal|inspector]
///
/// It prints the address. A number on a line of its standard input stops the server for so many seconds. At a rate of 0
/// nothing happens.
@main
@MainActor
struct InspectorServer {
  // Not asynchronous, so that the main actor has the main thread on Linux, too, whose time can be measured.
  static func main() {
    Task {
      do { try await serve() } catch {
        FileHandle.standardError.write(
          Data("InspectorServer: \(error.localizedDescription)\n".utf8)
        )
        exit(1)
      }
    }
    while true { RunLoop.main.run(until: .distantFuture) }
  }

  private static func serve() async throws {
    let arguments = CommandLine.arguments
    func text(_ name: String) -> String? {
      arguments.firstIndex(of: name).flatMap { place in
        place + 1 < arguments.count ? arguments[place + 1] : nil
      }
    }
    func value(_ name: String) -> Int? { text(name).flatMap(Int.init) }
    let journal = Journal(capacity: 256 << 20)
    let store = Store(initialState: Library(), feature: LibraryFeature())
    if text("--without") != "journal" { journal.record(store) }
    if text("--without") == nil {
      inspector = try await Inspector.start(
        journal,
        port: UInt16(value("--port") ?? 0),
        allowsControl: arguments.contains("--control")
      )
    }
    print(inspector?.url.absoluteString ?? "")
    fflush(nil)

    for id in 1...4 { store.send(.enter(id)) }
    while let wanted = value("--entries"), journal.entries.count < wanted { store.send(.tick) }
    Thread.detachNewThread {
      while let line = readLine() {
        guard let seconds = Int(line) else { continue }
        Task { @MainActor in try await pause(seconds) }
      }
    }
    await act(store, rate: value("--rate") ?? 1)
  }

  private static var inspector: Inspector?

  /// Changes the app so many times in a second, and now and then in other ways.
  private static func act(_ store: Store<LibraryFeature>, rate: Int) async {
    if rate > 0 { store.send(.watch) }
    var round = 0
    while !Task.isCancelled {
      round += 1
      if rate > 0 {
        for _ in 0..<max(1, rate / 20) { store.send(.tick) }
        if round.isMultiple(of: 40) { store.send(.search("word \(round / 40)")) }
        if round.isMultiple(of: 100) { store.send(.fail) }
        if round.isMultiple(of: 60) { store.send(.signIn(password: "never-to-be-seen")) }
        let book = Book(title: "Book \(round)", pages: round)
        if round.isMultiple(of: 30), let reader = store.state.readers.first {
          store.scope(\.readers, id: reader.id)?.send(.borrow(book))
        }
      }
      try? await Task.sleep(for: rate < 20 ? .seconds(1) / max(1, rate) : .milliseconds(50))
    }
  }

  private static func pause(_ seconds: Int) async throws {
    await inspector?.stop()
    try await Task.sleep(for: .seconds(seconds))
    try await inspector?.restart()
  }
}
