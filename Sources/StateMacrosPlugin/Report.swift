#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error in the use of a macro.
struct Misuse: DiagnosticMessage {
  let message: String
  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "StateMacros", id: message) }
}

/// A fix-it for a misuse.
struct Correction: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "StateMacros", id: message) }
}

extension MacroExpansionContext {
  func report(_ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: node, message: Misuse(message: message), fixIts: fixIts))
  }
}

extension SyntaxProtocol {
  /// Whether the declaration has an attribute with this name.
  func hasAttribute(_ name: String) -> Bool {
    asProtocol((any WithAttributesSyntax).self)?.attributes.named(name) != nil
  }
}

extension AttributeListSyntax {
  /// Returns the attribute with a name, with or without its module.
  func named(_ name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
      $0.attributeName.trimmedDescription.split(separator: ".").last.map(String.init) == name
    }
  }
}
#endif
