/// A place in the state of a `TreeParent` that can contain an object.
enum TreePlace: String, CaseIterable, Sendable {
  case list, selected, add, edit, stop, rest, nameA, nameB

  var declaration: TreeDeclaration {
    switch self {
    case .list: .list
    case .selected: .selected
    case .add: .add
    case .edit: .edit
    case .stop: .stops
    case .rest: .rests
    case .nameA, .nameB: .byName
    }
  }
}

/// A property of `TreeParent` that declares children.
enum TreeDeclaration: String, CaseIterable, Sendable {
  case list, selected, add, edit, stops, rests, byName

  /// The property of the state.
  ///
  /// Different cases of an enumeration share a property.
  var property: String {
    switch self {
    case .add, .edit: "destination"
    case .stops, .rests: "path"
    case .list, .selected, .byName: rawValue
    }
  }
}

/// A change of the state of a `TreeParent`.
///
/// Objects are identified by number.
enum TreeEdit: Equatable, Sendable {
  case put(Int, TreePlace)
  case clear(TreePlace)
  /// Puts another object in the first place of the list.
  case replaceFirst(Int)
}

/// The objects of a `TreeParent` and their places, by number.
struct TreeShape: Equatable {
  struct Case: Equatable {
    let place: TreePlace
    let object: Int
  }

  static let objectCount = 4

  var list: [Int] = []
  var selected: Int?
  var destination: Case?
  var path: [Case] = []
  var byName: [String: Int] = [:]

  /// Returns the id of an object.
  ///
  /// Objects 0 and 1 share an id, and so do 2 and 3.
  static func id(of object: Int) -> Int { object / 2 }

  /// Returns the token of an effect.
  ///
  /// Several children may have started one for the same action of the parent.
  static func effect(_ token: Int, of object: Int) -> Int { token * objectCount + object }

  mutating func apply(_ edit: TreeEdit) {
    switch edit {
    case .put(let object, .list): list.append(object)
    case .put(let object, .selected): selected = object
    case .put(let object, .add): destination = Case(place: .add, object: object)
    case .put(let object, .edit): destination = Case(place: .edit, object: object)
    case .put(let object, .stop): path.append(Case(place: .stop, object: object))
    case .put(let object, .rest): path.append(Case(place: .rest, object: object))
    case .put(let object, .nameA): byName["a"] = object
    case .put(let object, .nameB): byName["b"] = object
    case .clear(.list): list = Array(list.dropFirst())
    case .replaceFirst(let object): if !list.isEmpty { list[0] = object }
    case .clear(.selected): selected = nil
    case .clear(.add), .clear(.edit): destination = nil
    case .clear(.stop): path = path.dropLast()
    case .clear(.rest): path = Array(path.dropFirst())
    case .clear(.nameA): byName["a"] = nil
    case .clear(.nameB): byName["b"] = nil
    }
  }

  /// Removes an object from all its places.
  ///
  /// In a path, the screens above are removed too.
  mutating func remove(_ object: Int) {
    list.removeAll { $0 == object }
    if selected == object { selected = nil }
    if destination?.object == object { destination = nil }
    if let index = path.firstIndex(where: { $0.object == object }) { path.removeSubrange(index...) }
    byName = byName.filter { $0.value != object }
  }

  /// Returns the object of the child with a declaration and an id, or the first one of several.
  func object(_ declaration: TreeDeclaration, _ key: TreeKey) -> Int? {
    switch (declaration, key) {
    case (.list, .id(let id)): list.first { Self.id(of: $0) == id }
    case (.selected, .only): selected
    case (.add, .only): destination.flatMap { $0.place == .add ? $0.object : nil }
    case (.edit, .only): destination.flatMap { $0.place == .edit ? $0.object : nil }
    case (.stops, .id(let id)): first(.stop, id)
    case (.rests, .id(let id)): first(.rest, id)
    case (.byName, .name(let name)): byName[name]
    default: nil
    }
  }

  /// Returns the key by which a declaration leads to an object.
  func key(of object: Int, in declaration: TreeDeclaration) -> TreeKey? {
    let keys: [TreeKey] =
      switch declaration {
      case .list, .stops, .rests: [.id(Self.id(of: object))]
      case .selected, .add, .edit: [.only]
      case .byName: [.name("a"), .name("b")]
      }
    return keys.first { self.object(declaration, $0) == object }
  }

  private func first(_ place: TreePlace, _ id: Int) -> Int? {
    path.first { $0.place == place && Self.id(of: $0.object) == id }?.object
  }
}

/// The id of a child of a `TreeParent`.
enum TreeKey: Hashable, Sendable, CustomStringConvertible {
  case only
  case id(Int)
  case name(String)

  var description: String {
    switch self {
    case .only: ""
    case .id(let id): "[\(id)]"
    case .name(let name): "[\(name)]"
    }
  }
}
