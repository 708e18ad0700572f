import StateFields

/// The parts of a value, found by reflection and created on demand.
struct ValueParts {
  enum Kind {
    case leaf
    case list
    case keyed
    case parts
  }

  /// The limit above which keys and set elements aren't sorted but keep their hash order.
  private static let longestSorted = 1_000

  let kind: Kind
  let count: Int
  private let children: Mirror.Children
  /// The names and values, if they differ from those of the children.
  private let named: [(name: String, value: Any)]?

  init(of value: Any) {
    let value = Self.unwrapped(value)
    let mirror = Mirror(reflecting: value)
    var (kind, named): (Kind, [(name: String, value: Any)]?) = (.leaf, nil)
    switch mirror.displayStyle {
    case .collection: kind = .list
    case .set:
      kind = .list
      if mirror.children.count <= Self.longestSorted {
        let texts = mirror.children.map { (text: ValueText.describe($0.value), value: $0.value) }
        named = texts.sorted { $0.text < $1.text }.enumerated().map { ("\($0)", $1.value) }
      }
    case .dictionary:
      kind = .keyed
      let pairs = mirror.children.lazy.map { child -> (name: String, value: Any) in
        let pair = Array(Mirror(reflecting: child.value).children)
        guard pair.count == 2 else { return ("", child.value) }
        return (Self.name(ofKey: pair[0].value), pair[1].value)
      }
      named = Array(pairs)
      if mirror.children.count <= Self.longestSorted { named?.sort { $0.name < $1.name } }
    case .struct, .class, .tuple, .enum:
      let isTuple = mirror.displayStyle == .tuple
      if Self.hasOwnText(value) && !isTuple || Redaction.hidesParts(of: value) { break }
      let properties = StoredProperty.all(of: value)
      if properties.isEmpty { break }
      kind = .parts
      named = properties.map { property in
        (
          property.name.hasPrefix(".") ? String(property.name.dropFirst()) : property.name,
          property.value
        )
      }
    default: break
    }
    self.kind = kind
    self.named = named
    children = mirror.children
    count = kind == .leaf ? 0 : named?.count ?? mirror.children.count
  }

  /// Returns the value inside nested optionals.
  private static func unwrapped(_ value: Any) -> Any {
    var value = value
    while true {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional, let wrapped = mirror.children.first else {
        return value
      }
      value = wrapped.value
    }
  }

  private static func hasOwnText(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
  }

  /// Returns the name of a part, or the index of an element.
  func name(_ index: Int) -> String { named?[index].name ?? "\(index)" }

  func value(_ index: Int) -> Any {
    named?[index].value ?? children[children.index(children.startIndex, offsetBy: index)].value
  }

  func index(of name: String) -> Int? {
    if let named { return named.firstIndex { $0.name == name } }
    return Int(name).flatMap { (0..<count).contains($0) ? $0 : nil }
  }

  /// Returns a key as a name: the key itself if it is a string, otherwise its text.
  static func name(ofKey key: Any) -> String {
    let key = (key as? AnyHashable)?.base ?? key
    return (key as? String) ?? ValueText.describe(key)
  }
}
