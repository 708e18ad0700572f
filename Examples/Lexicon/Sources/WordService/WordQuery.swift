import FlyingFox

/// The query of a list request.
struct WordQuery: Equatable, Sendable {
  /// An unreadable request, with the invalid parameter.
  struct Malformed: Error, Equatable {
    let parameter: String
    let value: String
  }

  static let limits = 1...100

  var prefix = ""
  var text = ""
  var offset = 0
  var limit = 20
}

extension WordQuery {
  init(items: [HTTPRequest.QueryItem]) throws(Malformed) {
    self.init()
    prefix = items["prefix"]?.lowercased() ?? ""
    text = items["text"]?.lowercased() ?? ""
    if let value = items["offset"] {
      offset = try Self.number(value, of: "offset", in: 0...Int.max)
    }
    if let value = items["limit"] {
      limit = try Self.number(value, of: "limit", in: Self.limits)
    }
  }

  private static func number(
    _ value: String,
    of parameter: String,
    in range: ClosedRange<Int>
  ) throws(Malformed) -> Int {
    guard let number = Int(value), range.contains(number) else {
      throw Malformed(parameter: parameter, value: value)
    }
    return number
  }
}
