import Foundation

/// An external event of a session.
package enum SessionEvent: Equatable, Sendable {
  case key(Key)
  /// A text is typed, character by character.
  case text(String)
  /// A script waits until all started work is done.
  case wait
  /// A line of a script with an unknown key.
  case unknown(String)
  /// The terminal has a new size, and may have lost its content.
  case resized(TerminalSize)
  /// The process received this termination signal.
  case signal(Int32)
}

extension SessionEvent {
  /// Parses a line of a script: the name of a key, `type` and a text, or `wait`.
  ///
  /// Returns `nil` for blank lines and for comments, which start with `#`.
  package init?(line: String) {
    let typing = "type "
    let name = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if name.isEmpty || name.hasPrefix("#") {
      return nil
    }
    if name == "wait" {
      self = .wait
    } else if name.hasPrefix(typing) {
      self = .text(String(name.dropFirst(typing.count)))
    } else if let key = Key(name: name) {
      self = .key(key)
    } else {
      self = .unknown(name)
    }
  }
}
