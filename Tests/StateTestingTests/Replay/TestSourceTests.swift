import Foundation
import StateJournal
import StateTesting
import Testing
import ViewFeature

@MainActor
struct TestSourceTests {
  private func record() -> StateSession {
    let journal = Journal()
    let store = Store(initialState: Tally.State(), feature: Tally())
    journal.record(store)
    store.send(.add(2))
    store.send(.add(3))
    return journal.session()
  }

  /// Runs the code of the test source, with a session instead of the file.
  private func replayUpTo(_ number: Int, _ session: StateSession) async throws -> Int? {
    var count: Int?
    try await replay(
      session,
      Tally(),
      initialState: Tally.State(),
      upTo: number
    ) { state in
      count = state.count
    }
    return count
  }

  @Test func theSourceIsThatOfATest() async throws {
    let session = record()
    let number = try #require(session.entries.last { $0.text.contains("count: 2 → 5") }).number
    let source = try #require(
      session.testSource(
        named: "theSum",
        module: "App",
        upTo: number,
        file: "sum.jsonl"
      )
    )
    let entry = try #require(session.entry(number: number))
    #expect(
      source == """
        import Foundation
        import StateJournal
        import StateTesting
        import Testing
        @testable import App

        @MainActor
        @Test func theSum() async throws {
          let folder = URL(filePath: #filePath).deletingLastPathComponent()
          let session = try StateSession(contentsOf: folder.appending(path: "sum.jsonl"))
          // \(entry.text)
          try await replay(
            session,
            Tally(),
            initialState: Tally.State(),
            upTo: \(number)
          ) { state in
            // In the session, the state was:
            //   count: 5
            Issue.record("Replace this with an expectation: #expect(state…)")
          }
        }

        """
    )
    #expect(try await replayUpTo(number, session) == 5)
  }

  @Test func aWholeSessionIsATestWithoutAnEnd() throws {
    let source = try #require(
      record().testSource(
        named: "all",
        module: "App",
        feature: "Tally(by: 1)",
        initialState: "Tally.State(count: 0)",
        file: "a \"b\".jsonl"
      )
    )
    #expect(
      source.hasSuffix(
        """
          let session = try StateSession(contentsOf: folder.appending(path: "a \\"b\\".jsonl"))
          try await replay(
            session,
            Tally(by: 1),
            initialState: Tally.State(count: 0)
          )
        }

        """
      )
    )
  }

  @Test func theSourceSaysThatAChangeIsNotOfAHandler() throws {
    let journal = Journal()
    let store = Store(initialState: Tally.State(), feature: Tally())
    journal.record(store)
    store.send(.add(2))
    store.state.count = 7
    let session = journal.session()
    func source(_ change: String) throws -> String {
      let number = try #require(session.entries.first { $0.text.contains(change) }).number
      return try #require(
        session.testSource(named: "sum", module: "App", upTo: number, file: "sum.jsonl")
      )
    }
    #expect(try !source("count: 0 → 2").contains("No handler"))
    #expect(try source("count: 2 → 7").contains("  // No handler made this change."))
  }

  /// In Swift, each of these ends the line, and so the comment.
  @Test(arguments: ["\n", "\r", "\r\n"])
  func aRecordedTextStaysInItsComment(end: String) throws {
    let journal = Journal()
    let store = Store(initialState: Poem.State(), feature: Poem())
    journal.record(store)
    store.send(.write(Poem.Line(text: "a\(end)fatalError()")))
    let session = journal.session()
    let change = try #require(session.entries.first { $0.text.contains("fatalError") })
    let source = try #require(
      session.testSource(named: "line", module: "App", upTo: change.number, file: "line.jsonl")
    )
    let lines = source.split { ["\n", "\r", "\r\n"].contains($0) }
      .filter { $0.contains("fatalError") }
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.drop { $0 == " " }.hasPrefix("//"), "\(line)") }
  }

  @Test func aStoreThatIsNotThereHasNoTest() {
    #expect(record().testSource(named: "a", module: "App", store: -1, file: "a") == nil)
  }
}

/// A feature outside other types, with the name used in the source.
struct Tally: Feature {
  @MainActor @Observable final class State: SnapshotState {
    var count = 0

    static let snapshotFields = SnapshotFields<State> { SnapshotField("count", \.count) }
  }

  enum Action: Codable, Sendable {
    case add(Int)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      if case .add(let number) = action { state.count += number }
      return .none
    }
  }
}

/// A feature whose values have texts of several lines.
struct Poem: Feature {
  struct Line: Hashable, Codable, Sendable, CustomStringConvertible {
    let text: String

    var description: String { text }
  }

  @MainActor @Observable final class State: SnapshotState {
    var line = Line(text: "")

    static let snapshotFields = SnapshotFields<State> { SnapshotField("line", \.line) }
  }

  enum Action: Codable, Sendable {
    case write(Line)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      if case .write(let line) = action { state.line = line }
      return .none
    }
  }
}
