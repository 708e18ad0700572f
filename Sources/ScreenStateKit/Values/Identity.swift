/// A unique identity, which only copies share.
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
