extension StateSession {
  /// Returns the Swift source of a test that repeats the session up to an entry, and checks what should be true there.
  ///
  /// The test reads the session from a file next to its own. Its last closure lists the recorded values as comments;
  /// replace them with the correct expectations. Pass the number of the first wrong entry: the entries before it have
  /// to stay as they are. If no handler made a change, the replay writes the recorded change, which the source
  /// mentions.
  ///
  /// - Parameters:
  ///   - name: The name of the test's function.
  ///   - module: The module of the feature.
  ///   - store: The number of the store. The default is the first store without a parent.
  ///   - feature: The expression that creates the feature. By default, the feature's type is called without arguments.
  ///   - initialState: The expression that creates its state. By default, the state's type is called without arguments.
  ///   - number: The number of the wrong entry. By default, the whole session has to match the recording.
  ///   - file: The name of the session's file.
  /// - Returns: The source, or `nil` if the session doesn't contain the store.
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
          // In the session, the state was:
      \(values)    Issue.record("Replace this with an expectation: #expect(state…)")
        }
      }

      """
  }

  /// Returns the comment on the wrong entry.
  private static func comment(on entry: SessionEntry) -> String {
    guard case .change(let change) = entry.kind else { return entry.text }
    if case .handler = change.cause { return entry.text }
    return """
      \(entry.text)
      No handler made this change. The replay writes the recorded value regardless of the current code,
      so a fix of that code needs another test.
      """
  }

  /// Returns the type of a store's state.
  ///
  /// A type named `State` is nested in the feature.
  private static func typeName(_ store: SessionStore) -> String {
    store.state == "State" ? "\(store.feature).State" : store.state
  }

  /// Returns the lines of a text with a prefix.
  ///
  /// In Swift, a carriage return ends a line, and so a comment.
  private static func lines(_ text: String, _ start: String) -> String {
    text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
      .map { start + $0 }.joined(separator: "\n")
  }

  private static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
