/// A JSON value.
public enum JSONValue: Sendable, Hashable {
  /// The null value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// An integer.
  case int(Int64)
  /// An integer that is too large for `int`.
  case uint(UInt64)
  /// A finite number with a fraction or an exponent.
  case double(Double)
  /// A number that no other case represents exactly, as text.
  case number(String)
  /// A string.
  case string(String)
  /// An array of values.
  case array([JSONValue])
  /// An object: values by name.
  case object([String: JSONValue])
}

extension JSONValue {
  /// Returns the value for a name of an object.
  ///
  /// `nil` if the object doesn't contain the name, or the value isn't an object.
  public subscript(name: String) -> JSONValue? {
    if case .object(let values) = self { values[name] } else { nil }
  }

  /// The string, if the value is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The integer, if the value is one that fits into `Int`.
  public var int: Int? {
    if case .int(let number) = self { Int(exactly: number) } else { nil }
  }

  /// The elements, if the value is an array.
  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The number, if the value is one, rounded if necessary.
  public var double: Double? {
    switch self {
    case .double(let number): number
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .number(let text): Double(text)
    case .null, .bool, .string, .array, .object: nil
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates an object.
  ///
  /// If a name occurs several times, the last value is used.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: CustomStringConvertible {
  /// The JSON text on one line, with sorted names.
  public var description: String { String(decoding: JSONText.bytes(of: self), as: UTF8.self) }
}
