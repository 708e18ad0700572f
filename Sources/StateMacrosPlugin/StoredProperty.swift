#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// A stored property of a class, and the field generated for it.
struct StoredProperty {
  let field: String

  /// Returns the fields of a declaration, or an empty array if it isn't a field.
  ///
  /// Reports misused marks.
  static func all(
    in declaration: VariableDeclSyntax,
    _ context: some MacroExpansionContext
  ) -> [StoredProperty] {
    let marks = Marks(declaration)
    let isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
    if let reason = declaration.reasonForNoField {
      for mark in marks.all where mark.name != "NotInSnapshots" {
        context.report("@\(mark.name) has no effect on \(reason)", at: mark.node)
      }
      return []
    }
    if let left = marks["NotInSnapshots"] {
      for mark in marks.all where mark.name != "NotInSnapshots" {
        context.report("@NotInSnapshots leaves no field for @\(mark.name)", at: left)
      }
      return []
    }
    if let child = marks["Child"], marks["ChildCases"] != nil {
      context.report("A property can't have both @Child and @ChildCases", at: child)
      return []
    }
    if isConstant, marks["Child"] == nil {
      for mark in marks.all {
        context.report(
          "@\(mark.name) has no effect on a constant, which isn't a field",
          at: mark.node
        )
      }
      return []
    }
    return declaration.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
        context.report(
          "Declare each property separately to make it a field",
          at: binding.pattern
        )
        return nil
      }
      guard let value = value(name, of: binding, in: declaration, marks, context) else {
        return nil
      }
      let suffix =
        (marks["Redacted"] == nil ? "" : ".redacted()")
        + (marks["Transient"] == nil ? "" : ".transient()")
      let shown = name.filter { $0 != "`" }
      return StoredProperty(field: "StateFields.SnapshotField(\"\(shown)\", \(value))\(suffix)")
    }
  }

  /// Returns the arguments after the name.
  private static func value(
    _ name: String,
    of binding: PatternBindingSyntax,
    in declaration: VariableDeclSyntax,
    _ marks: Marks,
    _ context: some MacroExpansionContext
  ) -> String? {
    if let cases = marks["ChildCases"] {
      let list = cases.arguments?.as(LabeledExprListSyntax.self)?.trimmedDescription ?? ""
      if list.isEmpty {
        context.report(
          "@ChildCases requires the cases that contain children, as in @ChildCases(Destination.edit)",
          at: cases
        )
        return nil
      }
      return "\\.\(name), cases: \(list)"
    }
    guard let child = marks["Child"] else { return "\\.\(name)" }
    // A binding without a type has the type of the next binding that has one.
    let typed = declaration.bindings.drop { $0.id != binding.id }.first { $0.typeAnnotation != nil }
    if let type = typed?.typeAnnotation?.type {
      return "\(isCollection(type) ? "children" : "child"): \\.\(name)"
    }
    if let value = binding.initializer?.value, value.isCall { return "child: \\.\(name)" }
    context.report(
      "@Child requires the type of the property, to distinguish one child from several",
      at: child
    )
    return nil
  }

  private static func isCollection(_ type: TypeSyntax) -> Bool {
    if type.is(ArrayTypeSyntax.self) || type.is(DictionaryTypeSyntax.self) { return true }
    let name =
      type.as(IdentifierTypeSyntax.self)?.name.text ?? type.as(MemberTypeSyntax.self)?.name.text
    return name == "Array" || name == "Dictionary"
  }
}

/// The marks on a property.
private struct Marks {
  static let names = ["Redacted", "Transient", "NotInSnapshots", "Child", "ChildCases"]

  let all: [(name: String, node: AttributeSyntax)]

  init(_ declaration: VariableDeclSyntax) {
    all = Self.names.compactMap { name in
      declaration.attributes.named(name).map { (name, $0) }
    }
  }

  subscript(name: String) -> AttributeSyntax? { all.first { $0.name == name }?.node }
}

extension VariableDeclSyntax {
  /// The reason why the declaration can't be a field, regardless of its marks.
  fileprivate var reasonForNoField: String? {
    for modifier in modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.static), .keyword(.class): return "a static property"
      case .keyword(.lazy): return "a lazy property"
      case .keyword(.weak), .keyword(.unowned): return "a weak or unowned property"
      default: continue
      }
    }
    if hasAttribute("ObservationIgnored") { return "a property that isn't observed" }
    return bindings.contains { $0.isComputed } ? "a computed property" : nil
  }
}

extension PatternBindingSyntax {
  fileprivate var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors):
      !accessors.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    }
  }
}

extension ExprSyntax {
  /// Whether the expression looks like `Editor.State()`.
  fileprivate var isCall: Bool {
    guard let called = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return false }
    return called.is(DeclReferenceExprSyntax.self) || called.is(MemberAccessExprSyntax.self)
  }
}
#endif
