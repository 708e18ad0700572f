extension StateSession {
  /// The Swift source of a test that repeats the session up to an entry, and says what should be true there.
  ///
  /// The test reads the session from a file beside its own. In its last closure the recorded values are listed as
  /// comments; write what is right there. Give the number of the first entry that was wrong: those before it have to stay
  /// as they are. A change that no handler has made is written by the replay as it was, which the source says.
  ///
  /// - Parameters:
  ///   - name: The name of the test's function.
  ///   - module: The module of the feature.
  ///   - store: The number of the store; without it the first one without a store above it is taken.
  ///   - feature: The expression that makes the feature; without it the feature's type is called without arguments.
  ///   - initialState: The expression that makes its state; without it the state's type is called without arguments.
  ///   - number: The number of the entry that was wrong; without it the whole session has to be as it was recorded.
  ///   - file: The name of the session's file.
  /// - Returns: The source; nothing if the session does not have the store.
  public func testSource(
    named name: String,
    module: String,
    store: Int? = nil,
    feature: String? = nil,
    initialState: String? = nil,
    upTo number: Int? = nil,
    file: String
  ) -> String? {
    let found = stores.first { store == nil ? $0.parent == nil : $0.id == store }
    guard let found else { return nil }
    let arguments = [
      "session",
      feature ?? "\(found.feature)()",
      "initialState: \(initialState ?? Self.typeName(found) + "()")",
      store.map { "store: \($0)" },
      number.map { "upTo: \($0)" },
    ].compactMap(\.self)
    let head = """
      import Foundation
      import StateJournal
      import StateTesting
      import Testing
      @testable import \(module)

      @MainActor
      @Test func \(name)() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let session = try StateSession(contentsOf: folder.appending(path: \(Self.literal(file))))
      """
    guard let number else {
      return """
        \(head)
          try await replay(
        \(Self.lines(arguments.joined(separator: ",\n"), "    "))
          )
        }

        """
    }
    let entry = entry(number: number).map { Self.lines(Self.comment(on: $0), "  // ") + "\n" } ?? ""
    let values =
      state(of: found.id, at: number).map { Self.lines("\($0)", "    //   ") + "\n" } ?? ""
    return """
      \(head)
      \(entry)  try await replay(
      \(Self.lines(arguments.joined(separator: ",\n"), "    "))
        ) { state in
          // When it was recorded, the state was:
      \(values)    Issue.record("Say here what should be true: #expect(state…)")
        }
      }

      """
  }

  /// What is said of the entry that was wrong.
  private static func comment(on entry: SessionEntry) -> String {
    guard case .change(let change) = entry.kind else { return entry.text }
    if case .handler = change.cause { return entry.text }
    return """
      \(entry.text)
      No handler has made this change. The replay writes the recorded value, whatever the code does now:
      a repair of that code needs another test.
      """
  }

  /// The type of a store's state; one that is called `State` is that of its feature.
  private static func typeName(_ store: SessionStore) -> String {
    store.state == "State" ? "\(store.feature).State" : store.state
  }

  private static func lines(_ text: String, _ start: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { start + $0 }
      .joined(separator: "\n")
  }

  private static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
