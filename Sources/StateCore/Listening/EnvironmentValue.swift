public import Foundation

/// A value that a handler or an effect has taken from its `StoreEnvironment`.
public enum EnvironmentValue: Hashable, Codable, Sendable {
  /// The current date at that time.
  case date(Date)
  /// A new identifier.
  case uuid(UUID)
  /// A random number.
  case number(UInt64)
}

extension EnvironmentValue: CustomStringConvertible {
  /// A readable description of the value, including its kind.
  public var description: String {
    switch self {
    case .date(let date): "the date \(date)"
    case .uuid(let id): "the identifier \(id)"
    case .number(let number): "the random number \(number)"
    }
  }
}
