/// The header that continues a trace in another process: `00-<trace>-<span>-<flags>`, in lowercase hexadecimal digits.
struct TraceParent: Equatable {
  static let header = "traceparent"

  let traceID: String
  let spanID: String

  init(traceID: String, spanID: String) {
    self.traceID = traceID
    self.spanID = spanID
  }

  /// Parses a header; returns `nil` if it doesn't conform to the standard.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    // A later version may add parts.
    guard parts.count == 4 || (parts.count > 4 && parts[0] != "00"),
      zip(parts, [2, 32, 16, 2]).allSatisfy({ Self.isID($0, digits: $1) }),
      parts[0] != "ff", parts[1].contains(where: { $0 != "0" }),
      parts[2].contains(where: { $0 != "0" })
    else { return nil }
    self.init(traceID: String(parts[1]), spanID: String(parts[2]))
  }

  /// The text of the header; all traces are sampled.
  var text: String { "00-\(traceID)-\(spanID)-01" }

  static func randomID(digits: Int) -> String {
    // An id must not consist of zeros only.
    String((0..<digits).map { _ in "123456789abcdef".randomElement() ?? "1" })
  }

  private static func isID(_ text: Substring, digits: Int) -> Bool {
    text.utf8.count == digits && text.allSatisfy { "0123456789abcdef".contains($0) }
  }
}
