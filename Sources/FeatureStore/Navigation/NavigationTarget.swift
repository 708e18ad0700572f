import StateFields

/// An enumeration of screens whose values are equal if their cases and payloads are.
///
/// ```swift
/// enum Screen: NavigationTarget {
///   case detail(Detail.State)
///   case settings
/// }
/// ```
///
/// `NavigationStack(path:)`, `sheet(item:)` and similar views require types that are `Hashable` or `Identifiable`.
/// States are classes, so the compiler can't synthesize either.
///
/// `==` compares all parts of a payload: objects by identity, `Equatable` values by `==`, and other values part by
/// part. A closure is only equal to a copy of itself.
///
/// `id` identifies a presentation: it consists of the case and the objects in it, including those inside nested targets
/// and other enumerations, tuples, structs, arrays and dictionaries. A `Hashable` struct counts as a value, even if it
/// contains objects. A payload without objects is identified by its values, or by the `id` of an `Identifiable` value,
/// such as an ``AlertPrompt``. A change of a value next to an object, or of an `Identifiable` value with the same `id`,
/// therefore updates the screen, and doesn't present another one.
public protocol NavigationTarget: Hashable, Identifiable where ID == NavigationID {}

/// The identity of a screen.
public struct NavigationID: Hashable {
  private let identity: TargetIdentity

  init(_ target: Any) {
    identity = TargetIdentity(target)
  }
}

/// The case of a target, and the part of its payload that identifies its presentation.
private struct TargetIdentity {
  /// The case, or `nil` if the case isn't known by its name.
  private let name: String?
  private let content: Content

  private enum Content {
    /// The usual payload: the state of a child.
    case object(ObjectIdentifier)
    case objects([PayloadObject])
    case parts([Any])
  }

  init(_ target: Any) {
    guard let present = EnumerationCase(target) else {
      name = EnumerationCase.plainName(target)
      let objects = name == nil ? PayloadObject.all(in: target) : []
      content = objects.isEmpty ? .parts(name == nil ? [target] : []) : .objects(objects)
      return
    }
    name = present.signature
    if let object = present.object {
      content = .object(ObjectIdentifier(object))
      return
    }
    let objects = PayloadObject.all(in: present.payload)
    content =
      objects.isEmpty
      ? .parts(TargetPart.all(of: present.payload).map(\.identity)) : .objects(objects)
  }
}

extension TargetIdentity: Hashable {
  static func == (lhs: TargetIdentity, rhs: TargetIdentity) -> Bool {
    guard lhs.name == rhs.name else { return false }
    switch (lhs.content, rhs.content) {
    case (.object(let lhs), .object(let rhs)): return lhs == rhs
    case (.objects(let lhs), .objects(let rhs)): return lhs == rhs
    case (.parts(let lhs), .parts(let rhs)):
      // The `==` of a target isn't used, because it compares more.
      if let lhs = lhs.first, let rhs = rhs.first, lhs is any NavigationTarget {
        return ExactComparison.areSameParts(lhs, rhs)
      }
      return lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { ExactComparison.isSame($0, $1) }
    case (.object, _), (.objects, _), (.parts, _): return false
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    switch content {
    case .object(let object): hasher.combine(object)
    case .objects(let objects): hasher.combine(objects)
    case .parts(let parts):
      for case let part as any Hashable in parts where !(part is any NavigationTarget) {
        hasher.combine(part)
      }
    }
  }
}

extension NavigationTarget {
  /// The case and the objects in it, or its values.
  public var id: NavigationID { NavigationID(self) }

  /// Returns whether both have the same case, with the same objects and equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard let left = EnumerationCase(lhs), let right = EnumerationCase(rhs) else {
      return ExactComparison.areSameParts(lhs, rhs)
    }
    return left.signature == right.signature && ExactComparison.isSame(left.payload, right.payload)
  }

  /// Hashes the case and the hashable parts of its payload.
  public func hash(into hasher: inout Hasher) {
    guard let present = EnumerationCase(self) else {
      return hasher.combine(EnumerationCase.plainName(self))
    }
    hasher.combine(present.signature)
    for part in TargetPart.all(of: present.payload) { part.hash(into: &hasher) }
  }
}

/// A part of the payload of a target.
private struct TargetPart {
  /// The value, without any optional around it.
  private let value: Any
  private var isObject: Bool { type(of: value) is AnyClass }

  private init(_ value: Any) {
    var value = value
    while Mirror(reflecting: value).displayStyle == .optional,
      let wrapped = Mirror(reflecting: value).children.first
    {
      value = wrapped.value
    }
    self.value = value
  }

  static func all(of payload: Any) -> [TargetPart] {
    if type(of: payload) is AnyClass { return [TargetPart(object: payload)] }
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return [TargetPart(payload)] }
    return mirror.children.map { TargetPart($0.value) }
  }

  private init(object: Any) {
    value = object
  }

  /// The part's share of the identity of a presentation without objects.
  var identity: Any {
    if value is any NavigationTarget { return NavigationID(value) }
    return (value as? any Identifiable).map { AnyHashable($0.identity) } ?? value
  }

  func hash(into hasher: inout Hasher) {
    if isObject {
      hasher.combine(ObjectIdentifier(value as AnyObject))
    } else if let value = value as? any Hashable {
      hasher.combine(value)
    }
  }
}

extension Identifiable {
  fileprivate var identity: any Hashable { id }
}
