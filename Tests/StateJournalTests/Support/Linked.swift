/// An object that may become a part of itself, which nothing frees.
@MainActor
protocol Linked: AnyObject {
  /// Lets go of all children.
  func unlink()
}

/// Objects that a test makes, directly or through a session.
@MainActor
enum LinkedObjects {
  private static var made: [any Linked]?

  /// Is called where an object is made.
  static func note(_ object: any Linked) { made?.append(object) }

  /// Runs `body` and unlinks all objects that were made by it.
  static func unlinked<Value>(_ body: () throws -> Value) rethrows -> Value {
    made = []
    defer {
      for object in made ?? [] { object.unlink() }
      made = nil
    }
    return try body()
  }
}
