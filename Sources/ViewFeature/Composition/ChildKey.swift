import StateEngine

/// Which children of a store they are: the property of the parent's state, and their feature.
struct ChildKey: Hashable {
  private let property: AnyKeyPath
  private let feature: ObjectIdentifier
  /// Tells children in several cases of one enumeration apart.
  private let place: DeclarationPlace?

  init<F: Feature>(_ property: AnyKeyPath, _: F.Type, declaredAt place: DeclarationPlace?) {
    self.property = property
    feature = ObjectIdentifier(F.self)
    self.place = place
  }

  /// The name of the children's property, in the parent's feature or else in its state.
  @MainActor
  func name<ParentState: AnyObject>(in feature: Any?, _: ParentState.Type) -> String? {
    let label = feature.flatMap { feature in
      Mirror(reflecting: feature).children.first { ($0.value as? any ChildProperty)?.key == self }?
        .label
    }
    return label ?? StoredProperty.name(of: property, in: ParentState.self)
  }
}

/// Where a child is declared.
struct DeclarationPlace: Hashable {
  private let file: String
  private let line: UInt
  private let column: UInt

  init(_ file: StaticString, _ line: UInt, _ column: UInt) {
    self.file = "\(file)"
    self.line = line
    self.column = column
  }
}

/// A property of a feature that names children.
protocol ChildProperty {
  @MainActor var key: ChildKey { get }
  /// The store of the child whose state is an object; nothing without one in the owner's state.
  @MainActor func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any GuidedStore)?
}

extension Child: ChildProperty {
  var key: ChildKey { link.key }

  func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any GuidedStore)? {
    link.store(of: child, ownedBy: owner)
  }
}

extension OptionalChild: ChildProperty {
  var key: ChildKey { link.key }

  func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any GuidedStore)? {
    link.store(of: child, ownedBy: owner)
  }
}

extension ChildCollection: ChildProperty {
  var key: ChildKey { link.key }

  func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any GuidedStore)? {
    link.store(of: child, ownedBy: owner)
  }
}

extension ChildLink {
  @MainActor
  fileprivate func store(of child: AnyObject, ownedBy owner: AnyObject) -> (any GuidedStore)? {
    guard let owner = owner as? any ChildOwner<ParentState> else { return nil }
    let members = makeMembers()
    let id = members.ids(in: owner.state).first { members.state($0, in: owner.state) === child }
    return id.flatMap { owner.childStore(self, $0) }
  }
}

/// A step of the way from a store to one of its children.
struct ChildStep {
  let key: ChildKey
  /// The child's id, if there are several children.
  let id: AnyHashable?
  /// The feature that has the children's property.
  var parent: Any?
  private let type: Any.Type
  private let propertyName: @MainActor (Any?) -> String?

  @MainActor
  init<ParentState: AnyObject, ParentAction, ID, F: Feature>(
    _ link: ChildLink<ParentState, ParentAction, ID, F>,
    _ id: ID,
    of parent: Any? = nil
  ) {
    let key = link.key
    self.key = key
    self.id = id is SingleChildID ? nil : AnyHashable(id)
    self.parent = parent
    type = F.self
    propertyName = { key.name(in: $0, ParentState.self) }
  }

  /// As a test writes it: `rows[id: 7]`.
  @MainActor
  var text: String {
    let name = propertyName(parent) ?? "(a child of the type \(ValueText.name(of: type)))"
    return id.map { "\(name)[id: \(ValueText.describe($0.base))]" } ?? name
  }
}

extension ChildStep: Equatable {
  static func == (lhs: ChildStep, rhs: ChildStep) -> Bool {
    lhs.key == rhs.key && lhs.id == rhs.id
  }
}
