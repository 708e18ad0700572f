import Observation
import StateCore

/// The cases of an enumeration that contain children.
@MainActor
struct ChildCases<Cases> {
  private var embeddings: [(AnyObject) -> Cases?] = []
  private var types: [any SnapshotState.Type] = []

  init<each Child: SnapshotState>(_ embed: repeat @escaping (each Child) -> Cases) {
    repeat append(each embed)
  }

  private mutating func append<Child: SnapshotState>(_ embed: @escaping (Child) -> Cases) {
    embeddings.append { ($0 as? Child).map(embed) }
    types.append(Child.self)
  }

  func value(of whole: Cases?) -> SnapshotValue {
    guard let whole else { return .children(.one, []) }
    let child = child(in: whole) { .inCase($0) }
    return child.map { .children(.one, [$0]) } ?? .plain(CaseValue(value: whole))
  }

  func value(of list: [Cases]) -> SnapshotValue {
    .children(
      .path,
      list.enumerated().map { index, whole in
        child(in: whole) { .element(index, $0) }
          ?? SnapshotValue.Child(.index(index), PlainCase(value: whole), whole: whole)
      }
    )
  }

  private func child(
    in whole: Cases,
    at place: (String) -> SnapshotValue.Place
  ) -> SnapshotValue.Child? {
    guard let present = EnumerationCase(whole), let child = present.object as? any SnapshotState
    else { return nil }
    return SnapshotValue.Child(place(present.name), child, whole: whole)
  }

  /// Returns the object in the case of a child, if the value has this case.
  func object(in whole: Cases, for child: SnapshotValue.Child) -> AnyObject? {
    guard let name = child.place.caseName, let present = EnumerationCase(whole) else { return nil }
    return present.name == name ? present.object : nil
  }

  /// Returns a value with an object in the case of a child, or `nil` for a case that wasn't declared.
  func whole(_ object: AnyObject, for child: SnapshotValue.Child) -> Cases? {
    if object === child.object, let whole = child.whole as? Cases { return whole }
    if let object = object as? PlainCase<Cases> { return object.value.value }
    for embed in embeddings {
      if let whole = embed(object), EnumerationCase(whole)?.name == child.place.caseName {
        return whole
      }
    }
    return nil
  }

  /// Whether two lists have the same objects in the same cases, and otherwise the same values.
  func areSame(_ lhs: [Cases], _ rhs: [Cases]) -> Bool {
    lhs.elementsEqual(rhs) { CaseValue(value: $0).isUnchanged(in: CaseValue(value: $1)) }
  }
}

extension ChildCases {
  /// The decoding of a value from a file.
  var coding: FieldCoding {
    FieldCoding(
      plain: FieldCoding.decode(Cases.self) { .plain(CaseValue(value: $0)) },
      children: types
    )
  }

  /// The decoding of a list from a file.
  var listCoding: FieldCoding {
    FieldCoding(
      children: types,
      element: FieldCoding.decode(Cases.self) { PlainCase(value: $0) }
    )
  }
}

/// A value of an enumeration that contains no child.
package struct CaseValue<Cases>: Equatable {
  let value: Cases

  package init(value: Cases) {
    self.value = value
  }

  package static func == (lhs: CaseValue, rhs: CaseValue) -> Bool {
    !ValueDifference.hasDifference(lhs.value, rhs.value)
  }
}

extension CaseValue: ExactValue {
  /// Whether a later value has the same case with the same objects and values.
  ///
  /// A property of an object without fields counts as unchanged if no difference can be shown.
  func isUnchanged(in new: any Equatable) -> Bool {
    guard let new = new as? CaseValue else { return false }
    if Cases.self == Any.self { return self == new }
    if ExactComparison.isSame(value, new.value) { return true }
    // For values that aren't equal to themselves, compare the parts.
    return !ExactComparison.isSame(new.value, new.value) && self == new
  }
}

/// A snapshot value that detects changes more exactly than `==`, which tests use.
protocol ExactValue {
  func isUnchanged(in new: any Equatable) -> Bool
}

/// The types of values that compare themselves exactly.
///
/// A lookup of the type costs less than a cast to the protocol.
enum ExactValues {
  private static let types = Locked<[ObjectIdentifier: Bool]>([:])

  /// Returns the value if it compares itself exactly.
  static func cast(_ value: any Equatable) -> (any ExactValue)? {
    let type = type(of: value) as any Any.Type
    let isExact = types.withLock { types in
      if let known = types[ObjectIdentifier(type)] { return known }
      let isExact = type is any ExactValue.Type
      types[ObjectIdentifier(type)] = isExact
      return isExact
    }
    return isExact ? value as? any ExactValue : nil
  }
}

extension CaseValue: CustomReflectable, ValueStandIn {
  package var customMirror: Mirror { Mirror(reflecting: value) }
  package var wrapped: Any { value }
}

/// A value in a snapshot that is shown as another value.
package protocol ValueStandIn {
  var wrapped: Any { get }
}

/// A list element for a value without a child.
private final class PlainCase<Cases>: SnapshotState, Observable {
  let value: CaseValue<Cases>

  init(value: Cases) {
    self.value = CaseValue(value: value)
  }

  static var snapshotFields: SnapshotFields<PlainCase> {
    SnapshotFields { SnapshotField("value", \.value) }
  }

  func makeEmptyCopy() -> PlainCase? { PlainCase(value: value.value) }
}

extension PlainCase: ValueHolder {
  func hasSameValue(as other: AnyObject) -> Bool {
    (other as? PlainCase).map { value.isUnchanged(in: $0.value) } ?? false
  }
}
