/// An object that may contain itself, so that it is never deallocated.
@MainActor
protocol Linked: AnyObject {
  /// Releases all children.
  func unlink()
}

/// The objects that a test creates, directly or through a session.
@MainActor
enum LinkedObjects {
  private static var made: [any Linked]?

  /// Called when an object is created.
  static func note(_ object: any Linked) { made?.append(object) }

  /// Runs `body`, and unlinks all objects that it created.
  static func unlinked<Value>(_ body: () throws -> Value) rethrows -> Value {
    made = []
    defer {
      for object in made ?? [] { object.unlink() }
      made = nil
    }
    return try body()
  }
}
