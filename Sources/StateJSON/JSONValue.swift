/// A value of JSON.
public enum JSONValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A whole number that is too large for `int`.
  case uint(UInt64)
  /// A finite number with a fraction or an exponent.
  case double(Double)
  /// A number that no other case holds exactly, as it is written.
  case number(String)
  /// A text.
  case string(String)
  /// Values in an order.
  case array([JSONValue])
  /// Values by their names.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The value of an object's name; nothing if it has no such name, and of other values.
  public subscript(name: String) -> JSONValue? {
    if case .object(let values) = self { values[name] } else { nil }
  }

  /// The text, if it is one.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, if it is one that `Int` has.
  public var int: Int? {
    if case .int(let number) = self { Int(exactly: number) } else { nil }
  }

  /// The values of an array.
  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// Whether it is `true`.
  public var isTrue: Bool { self == .bool(true) }

  /// The number, rounded if need be.
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
  /// Values by their names; of several with one name the last.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { $1 })
  }

  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: CustomStringConvertible {
  /// The JSON text on one line, with sorted names.
  public var description: String { String(decoding: JSONText.bytes(of: self), as: UTF8.self) }
}
