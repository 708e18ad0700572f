import StateFields

/// The value of a field, an action, or an error in a session.
public struct SessionValue: Sendable, Hashable {
  /// The name of its type.
  public var type: String
  /// Whether it is omitted because the field is redacted.
  public var isRedacted = false
  /// The value, if its type can be encoded and it isn't redacted.
  public var json: JSONValue?
  /// A readable text of the value, truncated in the middle if it is long; `nil` for a redacted value, and for children.
  public var text: String?
  /// For an action, the name of its case without values.
  package var caseName: String?
  /// For a field that contains children, the children and their places.
  package var children: SessionChildren?

  package init(type: String) { self.type = type }

  /// Creates a value that isn't a child.
  package init(type: String, json: JSONValue?, text: String?, caseName: String? = nil) {
    self.type = type
    self.json = json
    self.text = text
    self.caseName = caseName
  }
}

/// The children in a field.
package struct SessionChildren: Sendable, Hashable {
  /// The number of children that a field can have.
  package enum Shape: String, Sendable, Hashable {
    /// One or none.
    case one
    /// A list.
    case list
    /// A dictionary.
    case keyed
    /// A list of enumeration values that may contain children.
    case path
  }

  /// The number of children that the field can have.
  package var shape: Shape
  /// The children in order.
  package var list: [SessionChild]

  package init(_ shape: Shape, _ list: [SessionChild]) {
    self.shape = shape
    self.list = list
  }
}

/// A child in a field.
package struct SessionChild: Sendable, Hashable {
  /// The place of a child in its field.
  package enum Place: Sendable, Hashable {
    /// The only one.
    case only
    /// At an index of a list.
    case index(Int)
    /// A key, as JSON if its type can be encoded, and as text.
    case key(JSONValue?, text: String)
    /// In a case of an enumeration.
    case inCase(String)
    /// In an enumeration case, at an index of a list.
    case element(Int, String)
  }

  /// The place of the child.
  package var place: Place
  /// The number of the object; `nil` for an element that contains no child, and for an object that isn't recorded.
  package var object: Int?
  /// The value of an element that contains no child.
  package var value: SessionValue?

  package init(_ place: Place, object: Int?, value: SessionValue? = nil) {
    self.place = place
    self.object = object
    self.value = value
  }
}

extension SessionChild.Place {
  /// Returns the suffix of the field's name: `[2]`.
  ///
  /// For a redacted field, it omits the key, the index, and the case.
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

  /// The name of the case that contains the child.
  var caseName: String? {
    switch self {
    case .inCase(let name), .element(_, let name): name
    case .only, .index, .key: nil
    }
  }
}

extension SessionValue: CustomStringConvertible {
  /// A readable text of the value.
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
