/// Tells what was made from everything else that was made; copies are the same.
struct Identity: Hashable, Sendable {
  private final class Object: Sendable {}

  private let object = Object()

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.object === rhs.object
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(object))
  }
}
