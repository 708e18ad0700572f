import StateEngine

/// An enumeration of screens, whose values are the same if their cases are and the objects in them.
///
/// ```swift
/// enum Screen: NavigationTarget {
///   case detail(Detail.State)
///   case settings
/// }
/// ```
///
/// `NavigationStack(path:)`, `sheet(item:)` and the like ask for types that are `Hashable` or
/// `Identifiable`; states are classes, so that the compiler makes neither. Payloads that are no objects
/// count if they are `Hashable` themselves.
public protocol NavigationTarget: Hashable, Identifiable where ID == NavigationID {}

/// The identity of a screen.
public struct NavigationID: Hashable {
  private let name: String
  private let object: ObjectIdentifier?
  private let value: AnyHashable?

  init(_ target: Any) {
    let present = EnumerationCase(target)
    name = present?.name ?? String(describing: target)
    object = present?.object.map { ObjectIdentifier($0) }
    value = object == nil ? present?.payload as? AnyHashable : nil
  }
}

extension NavigationTarget {
  /// The case and the object in it.
  public var id: NavigationID { NavigationID(self) }

  /// Whether both are the same screen.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
