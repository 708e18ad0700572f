#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The marks that `@Snapshots` reads.
///
/// They don't generate code themselves.
struct FieldMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if !declaration.is(VariableDeclSyntax.self) {
      context.report(
        "@\(node.attributeName.trimmed) requires a property of a class with @Snapshots",
        at: node
      )
    } else if let type = context.lexicalContext.first, !type.hasAttribute("Snapshots") {
      context.report(
        "@\(node.attributeName.trimmed) has no effect in a type without @Snapshots",
        at: node
      )
    }
    return []
  }
}
#endif
