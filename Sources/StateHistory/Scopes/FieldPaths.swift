import StateFields

/// The fields of a state that belong to a history, as paths of field indices.
///
/// A path also stands for all fields below it.
struct FieldPaths {
  /// The paths of the fields; all if empty.
  private(set) var included: [[Int]] = []
  private(set) var excluded: [[Int]] = []
  /// Whether fields were named, although none of them may be declared.
  private let isLimited: Bool
  /// The descriptions of key paths that aren't declared fields.
  private(set) var unknown: [String] = []

  @MainActor
  init<State: SnapshotState>(
    of type: State.Type,
    _ fields: [PartialKeyPath<State>],
    excluding excluded: [PartialKeyPath<State>]
  ) {
    isLimited = !fields.isEmpty
    included = fields.compactMap { resolve($0, type) }
    self.excluded = excluded.compactMap { resolve($0, type) }
  }

  @MainActor
  private mutating func resolve<State: SnapshotState>(
    _ keyPath: PartialKeyPath<State>,
    _ type: State.Type
  ) -> [Int]? {
    if let path = Self.path(to: keyPath, below: nil, type, depth: 0) { return path }
    unknown.append(FieldCatalog.name(of: keyPath, in: type) ?? "\(keyPath)")
    return nil
  }

  /// Returns the path of a field, searching the children that always exist.
  @MainActor
  private static func path<State: SnapshotState>(
    to keyPath: AnyKeyPath,
    below parent: AnyKeyPath?,
    _ type: State.Type,
    depth: Int
  ) -> [Int]? {
    let fields = State.snapshotFields.fields
    let paths: [AnyKeyPath?] = fields.map { field in
      guard let parent else { return field.keyPath }
      return parent.appending(path: field.keyPath)
    }
    if let index = paths.firstIndex(where: { $0 == keyPath }) { return [index] }
    guard depth < 8 else { return nil }
    for (index, path) in paths.enumerated() {
      guard let path, fields[index].isChild, fields[index].coding.children.count == 1 else {
        continue
      }
      let rest = Self.path(to: keyPath, in: fields[index].coding.children[0], below: path, depth)
      if let rest { return [index] + rest }
    }
    return nil
  }

  @MainActor
  private static func path(
    to keyPath: AnyKeyPath,
    in type: any SnapshotState.Type,
    below parent: AnyKeyPath,
    _ depth: Int
  ) -> [Int]? {
    func search<Child: SnapshotState>(_ type: Child.Type) -> [Int]? {
      // A child in a list or an optional isn't at its own key path.
      guard Swift.type(of: parent).valueType == type else { return nil }
      return path(to: keyPath, below: parent, type, depth: depth + 1)
    }
    return search(type)
  }

  /// Whether a field of the state or one below it belongs to the history.
  func reach(_ field: Int) -> Bool {
    if excluded.contains([field]) { return false }
    return !isLimited || included.contains { $0.first == field }
  }

  /// A text that differs if other fields belong to the history.
  var signature: String { "\(isLimited) \(included) \(excluded)" }

  func contain(_ path: [Int]) -> Bool {
    if isLimited, !included.contains(where: { path.starts(with: $0) }) { return false }
    return !excluded.contains { path.starts(with: $0) }
  }
}
