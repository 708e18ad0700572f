import StateFields

/// A step of the path from a store to one of its children.
package struct ChildStep {
  /// The child's id, if there are several children.
  let id: AnyHashable?
  /// The feature that has the children's property.
  var parent: Any?
  /// The other steps that lead to the same child.
  package var others: [ChildStep] = []
  /// The state of the child, if the step was created from its store.
  private let state: AnyObject?
  private let key: ChildKey
  private let declaration: DeclarationIdentity
  private let type: Any.Type
  private let propertyName: @MainActor () -> String?
  /// Whether the property is a redacted field of the parent's state, whose ids must not appear in messages.
  private let isRedacted: @MainActor () -> Bool
  /// Returns the case of the declaration for a state; `nil` if the declaration doesn't name one.
  private let caseName: (@MainActor (AnyObject) -> String?)?

  @MainActor
  init<ParentState: AnyObject, ParentAction, ID, F: Feature>(
    _ link: ChildLink<ParentState, ParentAction, ID, F>,
    _ id: ID,
    of parent: Any? = nil,
    to state: F.State? = nil
  ) {
    let key = link.key
    self.key = key
    self.id = id is SingleChildID ? nil : AnyHashable(id)
    self.parent = parent
    self.state = state
    declaration = link.declaration
    type = F.self
    propertyName = { StoredProperty.name(of: key.property, in: ParentState.self) }
    isRedacted = {
      (ParentState.self as? any SnapshotState.Type)?.isRedacted(key.property) ?? false
    }
    if let embedding = link.embedding {
      caseName = { ($0 as? F.State).flatMap { embedding.caseName($0) } }
    } else {
      caseName = nil
    }
  }

  /// The step as a test writes it: `rows[id: 7]`, or `rows[id: (redacted)]` for a redacted field.
  @MainActor
  var text: String {
    let name =
      declaredName ?? propertyName() ?? "(a child of the type \(ValueText.name(of: type)))"
    guard let id else { return name }
    return "\(name)[id: \(isRedacted() ? ValueText.redacted : ValueText.describe(id.base))]"
  }

  /// The name of the property of the parent's feature.
  @MainActor
  private var declaredName: String? {
    guard let parent else { return nil }
    let properties = Array(Mirror(reflecting: parent).children)
    let declared = properties.first {
      ($0.value as? any ChildProperty)?.declaration === declaration
    }
    if declared != nil || caseName != nil { return declared?.label }
    return properties.first { ($0.value as? any ChildProperty)?.key == key }?.label
  }

  /// Returns whether a step leads to the same child as this one or one of the others.
  @MainActor
  func leads(like step: ChildStep) -> Bool {
    isSame(step) || others.contains { $0.isSame(step) }
  }

  @MainActor
  private func isSame(_ step: ChildStep) -> Bool {
    guard key == step.key, id == step.id else { return false }
    if declaration === step.declaration { return true }
    guard let state else { return caseName == nil && step.caseName == nil }
    return caseName?(state) == step.caseName?(state)
  }
}
