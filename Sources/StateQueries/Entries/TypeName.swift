/// The names of types on disk, which are the same in each run of an app.
package enum TypeName {
  /// Returns the name of a type in Swift with its module and the types that contain it.
  package static func stable(of type: Any.Type) -> String {
    // The text of a private type contains an address, which isn't the same in each run.
    String(reflecting: type).split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context") }
      .joined(separator: ".")
  }
}
