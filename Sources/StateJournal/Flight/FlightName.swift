/// A name in a flight recorder's file.
struct FlightName: Hashable {
  enum Kind: UInt8 {
    case type = 1
    /// The case of an action, whose type is its owner.
    case action
    case effect
    case error
    case mark
    case field
  }

  /// How an action without values is encoded, as far as its name tells.
  enum Coding: UInt8 {
    case none
    /// As an object with the name of the case: `{"refresh":{}}`.
    case keyed
    /// As the name of the case: `"refresh"`.
    case text
  }

  var kind: Kind
  var text: String
  /// The index of the type that it belongs to; 0 if it has none.
  var owner: UInt16 = 0
  var coding = Coding.none

  /// The text, without the end that has no room in the file.
  var storedText: String {
    if text.utf8.count <= FlightLayout.longestName { return text }
    var stored = text
    while stored.utf8.count > FlightLayout.longestName - 3 { stored.removeLast() }
    return stored + "…"
  }
}
