#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro that generates `snapshotFields` from the stored properties of a class.
struct SnapshotsMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let state = declaration.as(ClassDeclSyntax.self) else {
      context.report("@Snapshots requires a class: values are already copies", at: node)
      return []
    }
    guard state.isFinal else {
      context.report(
        "A class with @Snapshots must be final: a subclass would have other fields",
        at: state.name,
        fixIts: [state.makingFinal]
      )
      return []
    }
    if let written = state.declaration(of: "snapshotFields") {
      context.report("@Snapshots generates snapshotFields: remove one of them", at: written)
      return []
    }
    let properties = state.memberBlock.members.flatMap { member in
      member.decl.as(VariableDeclSyntax.self).map { StoredProperty.all(in: $0, context) } ?? []
    }
    let fields = state.inheritedFields + properties.map(\.field)
    if fields.isEmpty {
      context.report(
        "\(state.name.text) has no stored variable that can be a field",
        at: state.name
      )
      return []
    }
    // A generic type, or a type inside one, can't have stored static properties.
    let isGeneric =
      state.genericParameterClause != nil || context.lexicalContext.contains { $0.isGeneric }
    let access = context.isPrivate(state) ? "fileprivate " : state.access
    let list = fields.map { "    \($0)" }.joined(separator: "\n")
    let body =
      isGeneric
      ? """
        \(access)static var snapshotFields: StateFields.SnapshotFields<\(type.trimmed)> {
          StateFields.SnapshotFields {
        \(list)
          }
        }
      """
      : """
        \(access)static let snapshotFields = StateFields.SnapshotFields<\(type.trimmed)> {
      \(list)
        }
      """
    let conformance = protocols.isEmpty ? "" : ": StateFields.SnapshotState"
    let declaration: DeclSyntax = """
      extension \(type.trimmed)\(raw: conformance) {
      \(raw: body)
      }
      """
    return declaration.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension ClassDeclSyntax {
  fileprivate var isFinal: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.final) } }

  fileprivate var makingFinal: FixIt {
    let final = DeclModifierSyntax(name: .keyword(.final, trailingTrivia: .space))
    var copy = self
    if modifiers.isEmpty {
      let trivia = classKeyword.leadingTrivia
      copy.classKeyword.leadingTrivia = []
      copy.modifiers = [final.with(\.leadingTrivia, trivia)]
    } else {
      copy.modifiers.append(final)
    }
    return FixIt(
      message: Correction(message: "Make the class final"),
      changes: [.replace(oldNode: Syntax(self), newNode: Syntax(copy))]
    )
  }

  /// The access modifier that a conformance to a public protocol requires, followed by a space.
  fileprivate var access: String {
    let levels: [Keyword: String] = [.public: "public ", .open: "public ", .package: "package "]
    for modifier in modifiers {
      if case .keyword(let keyword) = modifier.name.tokenKind, let level = levels[keyword] {
        return level
      }
    }
    return ""
  }

  /// The fields of a known superclass.
  fileprivate var inheritedFields: [String] {
    let superclass = inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    let name = superclass?.split(separator: ".").last
    return name == "ScreenState" || name == "LoadmoreScreenState"
      ? [
        #"StateFields.SnapshotField("isLoading", \.isLoading)"#,
        #"StateFields.SnapshotField("displayError", \.displayError)"#,
      ]
      : []
  }

  fileprivate func declaration(of name: String) -> PatternSyntax? {
    for member in memberBlock.members {
      for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? []
      where binding.pattern.trimmedDescription == name {
        return binding.pattern
      }
    }
    return nil
  }
}

extension MacroExpansionContext {
  /// Whether a declaration is visible only inside its file.
  fileprivate func isPrivate(_ declaration: ClassDeclSyntax) -> Bool {
    ([Syntax(declaration)] + lexicalContext).contains { level in
      level.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains {
        [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
      } ?? false
    }
  }
}

extension SyntaxProtocol {
  fileprivate var isGeneric: Bool {
    asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      || self.is(ExtensionDeclSyntax.self)
  }
}
#endif
