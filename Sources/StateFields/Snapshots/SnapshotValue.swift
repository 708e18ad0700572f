/// The value of one field.
package enum SnapshotValue {
  /// The place of a child in its field.
  package enum Place: Hashable {
    case only
    case index(Int)
    case key(AnyHashable)
    case inCase(String)
    /// In an enumeration case, at an index of a list.
    case element(Int, String)
  }

  /// The number of children that a field can have.
  package enum Shape: String, Sendable {
    case one
    case list
    case keyed
    /// A list of enumeration values.
    case path
  }

  package struct Child {
    package let place: Place
    package let object: AnyObject
    private(set) var snapshot: StateSnapshot
    /// The enumeration value that contains the child.
    package let whole: Any?

    /// Returns the same child with other values.
    package func with(_ snapshot: StateSnapshot) -> Child {
      var copy = self
      copy.snapshot = snapshot
      return copy
    }

    @MainActor
    package init<State: SnapshotState>(_ place: Place, _ object: State, whole: Any? = nil) {
      self.place = place
      self.whole = whole
      self.object = object
      snapshot = SnapshotReader.isCollecting ? .pending : object.snapshot()
    }
  }

  case plain(any Equatable)
  case children(Shape, [Child])

  package var children: [Child] {
    if case .children(_, let children) = self { children } else { [] }
  }

  /// Returns the child at a place, if there is one.
  func child(at place: Place) -> Child? {
    children.first { $0.place == place }
  }

  /// Whether another value has children at the same places.
  func hasSamePlaces(as other: SnapshotValue) -> Bool {
    guard case .children(let shape, let old) = self, case .children(_, let new) = other,
      old.count == new.count
    else { return false }
    if shape == .list { return true }
    return Set(old.map(\.place)) == Set(new.map(\.place))
  }

  package var text: String {
    switch self {
    case .plain(let value):
      return ValueText.describe((value as? any ValueStandIn)?.wrapped ?? value)
    case .children(.one, let children):
      guard let child = children.first else { return "nil" }
      if case .inCase(let name) = child.place { return "\(name)(\(child.snapshot.text))" }
      return child.snapshot.text
    case .children(.path, let children):
      return ValueText.list(children, "[", "]") { $0.elementText }
    case .children(.list, let children):
      return ValueText.list(children.map(\.snapshot), "[", "]") { $0.text }
    case .children(.keyed, let children):
      let texts = children.map { "\($0.place.text): \($0.snapshot.text)" }.sorted()
      return texts.isEmpty ? "[:]" : ValueText.list(texts, "[", "]") { $0 }
    }
  }
}

extension SnapshotValue.Child {
  /// The text of an element of a list of cases.
  fileprivate var elementText: String {
    place.caseName.map { "\($0)(\(snapshot.text))" } ?? snapshot.values.first?.text ?? snapshot.text
  }
}

extension SnapshotValue.Place {
  package var text: String {
    switch self {
    case .only: ""
    case .index(let index): "\(index)"
    case .key(let key): ValueText.describe(key.base)
    case .inCase(let name): name
    case .element(let index, let name): "\(index).\(name)"
    }
  }

  /// The name of the case that contains the child.
  package var caseName: String? {
    switch self {
    case .inCase(let name), .element(_, let name): name
    case .only, .index, .key: nil
    }
  }

  func key<Key>(_: Key.Type) -> Key? {
    if case .key(let key) = self { key.base as? Key } else { nil }
  }

  /// Returns the suffix of the field's name.
  ///
  /// For a redacted field, it omits the key, the index, and the case, because they are part of the value.
  package func suffix(isRedacted: Bool) -> String {
    if isRedacted { return self == .only ? "" : "[\(ValueText.redacted)]" }
    return switch self {
    case .only: ""
    case .inCase(let name): ".\(name)"
    case .element(let index, let name): "[\(index)].\(name)"
    case .index, .key: "[\(text)]"
    }
  }
}

extension SnapshotValue: Equatable {
  package static func == (lhs: SnapshotValue, rhs: SnapshotValue) -> Bool {
    switch (lhs, rhs) {
    case (.plain(let lhs), .plain(let rhs)): return ValueDifference.isSame(lhs, rhs)
    case (.children(let shape, let old), .children(_, let new)):
      guard old.count == new.count else { return false }
      if shape == .list || old.elementsEqual(new, by: { $0.place == $1.place }) {
        return old.indices.allSatisfy { old[$0].snapshot == new[$0].snapshot }
      }
      return lhs.hasSamePlaces(as: rhs)
        && old.allSatisfy { $0.snapshot == rhs.child(at: $0.place)?.snapshot }
    case (.plain, .children), (.children, .plain): return false
    }
  }
}
