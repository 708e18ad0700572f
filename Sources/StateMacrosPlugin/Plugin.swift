#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [SnapshotsMacro.self, FieldMacro.self]
}
#else
/// Without the trait nothing is fetched, and no macro is there.
@main
struct Plugin {
  static func main() {}
}
#endif
