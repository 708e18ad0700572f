/// A key that a terminal can send and the app knows.
package enum Key: Hashable, Sendable {
  case up
  case down
  case pageUp
  case pageDown
  case home
  case end
  case enter
  case escape
  case backspace
  case character(Character)
}

extension Key {
  /// What keys are called in a script; a key that writes a character is called by that.
  package static let names: KeyValuePairs<String, Key> = [
    "up": .up, "down": .down, "pageup": .pageUp, "pagedown": .pageDown, "home": .home, "end": .end,
    "enter": .enter, "escape": .escape, "backspace": .backspace, "space": .character(" "),
  ]

  package init?(name: String) {
    if let key = Self.names.first(where: { $0.key == name })?.value {
      self = key
    } else if let character = name.first, name.count == 1 {
      self = .character(character)
    } else {
      return nil
    }
  }
}
