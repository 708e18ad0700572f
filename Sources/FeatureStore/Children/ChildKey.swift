/// The key of the children of one kind in a store: the property of the parent's state, the children's feature, and the
/// case.
struct ChildKey: Hashable {
  let property: AnyKeyPath
  private let feature: ObjectIdentifier
  /// The case, if the declaration selects one of several.
  var caseName: String?

  init<F: Feature>(_ property: AnyKeyPath, _: F.Type) {
    self.property = property
    feature = ObjectIdentifier(F.self)
  }
}

/// The identity of a declaration, which all values of a stored property share.
final class DeclarationIdentity: Sendable {}

/// The source location of a child's declaration.
struct DeclarationPlace: Sendable {
  private let file: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt, _: UInt) {
    self.file = file
    self.line = line
  }

  var text: String { "\(file):\(line)" }
}
