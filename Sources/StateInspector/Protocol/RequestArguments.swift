#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

/// An error in a request, for its sender.
struct BadRequest: Error, Equatable {
  /// A sentence that describes the error.
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// Returns a quoted part of the input that is short enough for a sentence.
  static func quote(_ text: some StringProtocol) -> String {
    let shown = text.unicodeScalars.prefix(40).map { scalar in
      scalar.properties.generalCategory == .control ? "?" : String(scalar)
    }
    return "\"\(shown.joined())\(text.unicodeScalars.count > 40 ? "…" : "")\""
  }
}

/// The named arguments of a request.
///
/// Each one can be taken once.
///
/// The arguments of a query are strings, from which numbers and marks are parsed.
struct RequestArguments {
  /// The maximum number of entries, or of nodes, in one answer.
  static let longestList = 1_000
  /// The maximum of an amount: as seconds, a year, which the system's clocks can add to any time.
  static let greatestAmount = 31_536_000

  private var values: [String: JSONValue]
  private let isQuery: Bool

  /// Creates the arguments from a message or a body.
  init(_ json: JSONValue) throws(BadRequest) {
    guard case .object(let values) = json else {
      throw BadRequest("The request must be an object.")
    }
    self.values = values
    isQuery = false
  }

  /// Creates the arguments from a query.
  init(query: [(name: String, value: String)]) throws(BadRequest) {
    values = [:]
    isQuery = true
    for (name, value) in query where values.updateValue(.string(value), forKey: name) != nil {
      throw BadRequest("\(BadRequest.quote(name)) is given twice.")
    }
  }

  /// Adds a number that isn't among the given names.
  mutating func add(_ number: Int, _ name: String) {
    values[name] = isQuery ? .string("\(number)") : .int(Int64(number))
  }

  /// Takes the value of a name; `null` counts as absent.
  mutating func json(_ name: String) -> JSONValue? {
    let value = values.removeValue(forKey: name)
    return value == .null ? nil : value
  }

  /// Takes the value of a name, even if it is `null`.
  mutating func value(_ name: String) -> JSONValue? { values.removeValue(forKey: name) }

  func has(_ name: String) -> Bool { values[name].map { $0 != .null } ?? false }

  mutating func optionalText(_ name: String) throws(BadRequest) -> String? {
    guard let value = json(name) else { return nil }
    guard let text = value.string else { throw BadRequest("\"\(name)\" must be a string.") }
    return text
  }

  mutating func text(_ name: String) throws(BadRequest) -> String {
    guard let text = try optionalText(name) else { throw BadRequest("\"\(name)\" is missing.") }
    return text
  }

  /// Takes a name that Swift accepts.
  mutating func identifier(_ name: String) throws(BadRequest) -> String {
    let text = try text(name)
    let isName =
      text.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber } && text.first?.isNumber == false
    guard isName, text.utf8.count <= 200, !Self.reservedWords.contains(text) else {
      throw BadRequest("\"\(name)\" can't be \(BadRequest.quote(text)), which isn't a Swift name.")
    }
    return text
  }

  /// The words that Swift doesn't accept as names.
  private static let reservedWords = Set(
    """
    _ Any Self as associatedtype break case catch class continue default defer deinit do else
    enum extension fallthrough false fileprivate for func guard if import in init inout internal
    is let nil operator precedencegroup private protocol public repeat rethrows return self
    static struct subscript super switch throw throws true try typealias var where while
    """.split { $0.isWhitespace }.map(String.init)
  )

  mutating func optionalNumber(_ name: String) throws(BadRequest) -> Int? {
    guard let value = json(name) else { return nil }
    let number = isQuery ? value.string.flatMap { Int($0) } : Self.integer(value)
    guard let number, number >= 0 else {
      throw BadRequest("\"\(name)\" must be an integer that isn't negative.")
    }
    return number
  }

  /// Returns an integer, which JSON Schema also accepts as 3.0.
  private static func integer(_ value: JSONValue) -> Int? {
    if case .double(let number) = value { return Int(exactly: number) }
    return value.int
  }

  mutating func number(_ name: String) throws(BadRequest) -> Int {
    guard let number = try optionalNumber(name) else {
      throw BadRequest("\"\(name)\" is missing.")
    }
    return number
  }

  /// Takes a number greater than 0.
  mutating func optionalAmount(_ name: String) throws(BadRequest) -> Double? {
    guard let value = json(name) else { return nil }
    let number = isQuery ? value.string.flatMap { Double($0) } : value.double
    // No comparison with a NaN is true.
    guard let number, number > 0, number <= Double(Self.greatestAmount) else {
      throw BadRequest(
        "\"\(name)\" must be a number greater than 0 and at most \(Self.greatestAmount)."
      )
    }
    return number
  }

  mutating func mark(_ name: String, otherwise: Bool) throws(BadRequest) -> Bool {
    switch json(name) {
    case nil: return otherwise
    case .bool(let value)?: return value
    case "true"? where isQuery: return true
    case "false"? where isQuery: return false
    default: throw BadRequest("\"\(name)\" must be true or false.")
    }
  }

  /// Takes one value or an array of values.
  ///
  /// In a query, values are separated by commas.
  mutating func list(_ name: String) throws(BadRequest) -> [JSONValue] {
    guard let value = json(name) else { return [] }
    if isQuery, let text = value.string {
      return text.split(separator: ",").map { part in
        Int(part).map { .int(Int64($0)) } ?? .string(String(part))
      }
    }
    let values = value.array ?? [value]
    if values.count > 100 { throw BadRequest("\"\(name)\" can have at most 100 values.") }
    return values
  }

  mutating func numbers(_ name: String) throws(BadRequest) -> [Int] {
    try list(name).map { value throws(BadRequest) in
      guard let number = Self.integer(value), number >= 0 else {
        throw BadRequest("\"\(name)\" must contain integers.")
      }
      return number
    }
  }

  mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String,
    _ type: Choice.Type
  ) throws(BadRequest) -> [Choice] {
    try list(name).map { value throws(BadRequest) in
      guard let text = value.string, let choice = Choice(rawValue: text) else {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        let given = BadRequest.quote(value.string ?? "\(value)")
        throw BadRequest("\"\(name)\" can't be \(given). Use one of: \(names).")
      }
      return choice
    }
  }

  /// Takes one of several values.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String,
    _ type: Choice.Type
  ) throws(BadRequest) -> Choice? {
    let choices = try choices(name, type)
    if choices.count > 1 { throw BadRequest("\"\(name)\" must be one value.") }
    return choices.first
  }

  /// Takes the path to a node of a state.
  mutating func path() throws(BadRequest) -> String {
    let path = try optionalText("path") ?? ""
    guard path.isEmpty || path.hasPrefix("/") else {
      throw BadRequest("\"path\" must be empty or begin with a slash.")
    }
    return path
  }

  /// Takes the maximum number of entries, or of nodes.
  mutating func limit() throws(BadRequest) -> Int { try optionalLimit() ?? 100 }

  /// Takes the maximum length of a list that is complete without it.
  mutating func optionalLimit() throws(BadRequest) -> Int? {
    guard let limit = try optionalNumber("limit") else { return nil }
    guard (1...Self.longestList).contains(limit) else {
      throw BadRequest("\"limit\" must be between 1 and \(Self.longestList).")
    }
    return limit
  }

  /// Throws an error if one of several arguments is given in addition to another one.
  mutating func refuse(_ names: [String], with name: String) throws(BadRequest) {
    for other in names where json(other) != nil {
      throw BadRequest("\"\(name)\" and \"\(other)\" can't be combined.")
    }
  }

  /// Throws an error if an argument wasn't taken.
  func end() throws(BadRequest) {
    if let name = values.keys.min() { throw BadRequest("\(BadRequest.quote(name)) is unknown.") }
  }
}
#endif
