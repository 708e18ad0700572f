/// A key that the app recognizes.
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
  /// The names of keys in a script; the name of a character key is its character.
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
