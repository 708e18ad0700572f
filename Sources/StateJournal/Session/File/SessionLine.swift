/// The names and values of an object in a session's file.
struct SessionLine {
  /// The reason why a line is invalid.
  struct Failure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }

  private let values: [String: JSONValue]

  init(_ json: JSONValue?, _ name: String = "the line") throws(Failure) {
    guard case .object(let values) = json else { throw Failure("\(name) isn't an object") }
    self.values = values
  }

  subscript(name: String) -> JSONValue? { values[name] }

  func number(_ name: String) throws(Failure) -> Int {
    guard let number = values[name]?.int else { throw Failure("\"\(name)\" isn't an integer") }
    return number
  }

  func optionalNumber(_ name: String) throws(Failure) -> Int? {
    values[name] == nil ? nil : try number(name)
  }

  /// Returns a finite number of seconds.
  func seconds(_ name: String) throws(Failure) -> Double {
    guard let number = values[name]?.double, number.isFinite else {
      throw Failure("\"\(name)\" isn't a number")
    }
    return number
  }

  func text(_ name: String) throws(Failure) -> String {
    guard let text = values[name]?.string else { throw Failure("\"\(name)\" isn't a string") }
    return text
  }

  func optionalText(_ name: String) throws(Failure) -> String? {
    values[name] == nil ? nil : try text(name)
  }

  /// Whether a mark is set.
  func mark(_ name: String) throws(Failure) -> Bool {
    switch values[name] {
    case nil: return false
    case .bool(let value): return value
    case .some: throw Failure("\"\(name)\" isn't a Boolean")
    }
  }

  func list<Element>(
    _ name: String,
    _ read: (JSONValue) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    guard let values = values[name]?.array else { throw Failure("\"\(name)\" isn't an array") }
    return try values.map(read)
  }

  func optionalList<Element>(
    _ name: String,
    _ read: (JSONValue) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    values[name] == nil ? [] : try list(name, read)
  }
}
