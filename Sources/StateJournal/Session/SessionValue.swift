import StateFields

/// The value of a field, of an action or of an error in a session.
public struct SessionValue: Sendable, Hashable {
  /// The name of its type.
  public var type: String
  /// Whether it is absent because the field is redacted.
  public var isRedacted = false
  /// The value, if its type can be encoded and it is not redacted.
  public var json: JSONValue?
  /// The value for people, cut in the middle where it is long; nothing if it is redacted, and for children.
  public var text: String?
  /// Of an action the name of its case without values.
  public var caseName: String?
  /// Of a field that holds children, which ones and where.
  public var children: SessionChildren?

  package init(type: String) { self.type = type }

  /// A value that is no child.
  package init(type: String, json: JSONValue?, text: String?, caseName: String? = nil) {
    self.type = type
    self.json = json
    self.text = text
    self.caseName = caseName
  }
}

/// The children that a field has.
public struct SessionChildren: Sendable, Hashable {
  /// How many there can be.
  public enum Shape: String, Sendable, Hashable {
    /// One or none.
    case one
    /// Several in an order.
    case list
    /// Several under keys.
    case keyed
    /// A list of values of an enumeration, which may hold children.
    case path
  }

  /// How many there can be.
  public var shape: Shape
  /// The children, in their order.
  public var list: [SessionChild]

  package init(_ shape: Shape, _ list: [SessionChild]) {
    self.shape = shape
    self.list = list
  }
}

/// A child in a field.
public struct SessionChild: Sendable, Hashable {
  /// Where a child is in its field.
  public enum Place: Sendable, Hashable {
    /// The only one.
    case only
    /// At an index of a list.
    case index(Int)
    /// Under a key, as JSON if its type can be encoded, and for people.
    case key(JSONValue?, text: String)
    /// In a case of an enumeration.
    case inCase(String)
    /// In a case, at an index of a list.
    case element(Int, String)
  }

  /// Where it is.
  public var place: Place
  /// The number of the object; nothing for an element that has no child, and for one that is not recorded.
  public var object: Int?
  /// The value of an element that has no child.
  public var value: SessionValue?

  package init(_ place: Place, object: Int?, value: SessionValue? = nil) {
    self.place = place
    self.object = object
    self.value = value
  }
}

extension SessionChild.Place {
  /// The suffix of the field's name: `[2]`.
  ///
  /// For a redacted field, it leaves out the key, the index and the case.
  func suffix(isRedacted: Bool) -> String {
    if isRedacted { return self == .only ? "" : "[\(ValueText.redacted)]" }
    return switch self {
    case .only: ""
    case .inCase(let name): ".\(name)"
    case .element(let index, let name): "[\(index)].\(name)"
    case .index(let index): "[\(index)]"
    case .key(_, let text): "[\(text)]"
    }
  }

  /// The name of the case that holds the child.
  var caseName: String? {
    switch self {
    case .inCase(let name), .element(_, let name): name
    case .only, .index, .key: nil
    }
  }
}

extension SessionValue: CustomStringConvertible {
  /// The value for people.
  public var description: String {
    if isRedacted { return "(redacted)" }
    if let text { return text }
    guard let children else { return json?.description ?? type }
    let texts = children.list.map { child in
      child.value?.description ?? child.object.map { "object \($0)" } ?? "an object"
    }
    switch children.shape {
    case .one: return texts.first ?? "nil"
    case .list, .path: return "[\(texts.joined(separator: ", "))]"
    case .keyed:
      let pairs = zip(children.list, texts).map { child, text in
        if case .key(_, let key) = child.place { "\(key): \(text)" } else { text }
      }
      return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
    }
  }
}
