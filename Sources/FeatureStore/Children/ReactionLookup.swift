/// The reactions and hooks of a feature and of its children, which are looked up once for each declaration of children.
@MainActor
final class ReactionLookup {
  struct Found {
    var hasOwn = false
    /// Whether the feature or any of its children has hooks for its life cycle.
    var hasLife = false
    var children: [any ReactingChildren] = []
  }

  private var found: Found?

  nonisolated init() {}

  func find(_ feature: some Feature) -> Found {
    if let found { return found }
    // A feature that contains itself adds nothing to its own reactions.
    found = Found()
    let pipeline = feature.handle().pipeline
    let children = Self.reactingChildren(of: feature)
    let new = Found(
      hasOwn: !pipeline.reactions.isEmpty || pipeline.lifeCycle != nil,
      hasLife: pipeline.lifeCycle != nil || children.contains { $0.haveLife },
      children: children
    )
    found = new
    return new
  }

  /// The types of features that hold neither children nor features in any instance.
  private static var childless: Set<ObjectIdentifier> = []

  /// Returns the children with reactions or hooks that a feature holds as properties, including those of the features it
  /// consists of.
  ///
  /// Computed properties are not found.
  static func reactingChildren<F: Feature>(of feature: F) -> [any ReactingChildren] {
    if childless.contains(ObjectIdentifier(F.self)) { return [] }
    var hasAny = false
    let children = properties(of: feature, depth: 0) { hasAny = true }.filter(\.haveReactions)
    if !hasAny, !variesByInstance(feature) { childless.insert(ObjectIdentifier(F.self)) }
    return children
  }

  /// Whether another instance of the same type may hold children.
  private static func variesByInstance(_ feature: some Feature) -> Bool {
    let mirror = Mirror(reflecting: feature)
    return mirror.displayStyle == .enum
      || mirror.children.contains { Mirror(reflecting: $0.value).displayStyle == .optional }
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

/// A property of a feature that declares children, for their reactions and hooks.
@MainActor
protocol ReactingChildren {
  /// Whether the handlers of the children, or of their children, have reactions or hooks.
  var haveReactions: Bool { get }
  /// Whether the handlers of the children, or of their children, have hooks.
  var haveLife: Bool { get }
  /// Reads just enough to notify an observer when the children change.
  func touch(_ parent: AnyObject)
  /// Creates the stores of the children in the owner's state.
  func makeStores(ownedBy owner: AnyObject)
}
