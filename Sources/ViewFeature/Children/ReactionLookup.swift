/// The reactions of a feature and of its children, which are looked up once for each declaration of children.
@MainActor
final class ReactionLookup {
  struct Found {
    var hasOwn = false
    var children: [any ReactingChildren] = []
  }

  private var found: Found?

  nonisolated init() {}

  func find(_ feature: some Feature) -> Found {
    if let found { return found }
    // A feature that contains itself adds nothing to its own reactions.
    found = Found()
    let new = Found(
      hasOwn: !feature.handle().pipeline.reactions.isEmpty,
      children: Self.reactingChildren(of: feature)
    )
    found = new
    return new
  }

  /// The types of features that hold neither children nor features.
  private static var childless: Set<ObjectIdentifier> = []

  /// Returns the children with reactions that a feature holds as properties, including those of the features it
  /// consists of.
  ///
  /// Computed properties are not found.
  static func reactingChildren<F: Feature>(of feature: F) -> [any ReactingChildren] {
    if childless.contains(ObjectIdentifier(F.self)) { return [] }
    var hasAny = false
    let children = properties(of: feature, depth: 0) { hasAny = true }.filter(\.haveReactions)
    if !hasAny { childless.insert(ObjectIdentifier(F.self)) }
    return children
  }

  private static func properties(
    of feature: Any,
    depth: Int,
    onFound: () -> Void
  ) -> [any ReactingChildren] {
    Mirror(reflecting: feature).children.flatMap { property -> [any ReactingChildren] in
      if let children = property.value as? any ReactingChildren {
        onFound()
        return [children]
      }
      guard property.value is any Feature, depth < 8 else { return [] }
      onFound()
      return properties(of: property.value, depth: depth + 1, onFound: onFound)
    }
  }
}

/// A property of a feature that declares children, for their reactions.
@MainActor
protocol ReactingChildren {
  /// Whether the handlers of the children, or of their children, have reactions.
  var haveReactions: Bool { get }
  /// Reads just enough to notify an observer when the children change.
  func touch(_ parent: AnyObject)
  /// Creates the stores of the children in the owner's state.
  func makeStores(ownedBy owner: AnyObject)
}
