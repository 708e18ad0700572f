#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [SnapshotsMacro.self, FieldMacro.self]
}
#else
/// A stand-in without macros.
///
/// Without the trait, no dependencies are fetched.
@main
struct Plugin {
  static func main() {}
}
#endif
