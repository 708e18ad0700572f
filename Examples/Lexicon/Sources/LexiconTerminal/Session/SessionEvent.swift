import Foundation

/// What reaches a session from outside.
package enum SessionEvent: Equatable, Sendable {
  case key(Key)
  /// A text is typed, character by character.
  case text(String)
  /// A script wants all that was started to be done before its next line.
  case wait
  /// A line of a script that names no key.
  case unknown(String)
  /// The terminal has this size now, and may have lost what it showed.
  case resized(TerminalSize)
  /// The process was asked to end by this signal.
  case signal(Int32)
}

extension SessionEvent {
  /// Reads a line of a script: the name of a key, `type` and a text, or `wait`.
  ///
  /// Blank lines and comments, which start with `#`, are nothing.
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
