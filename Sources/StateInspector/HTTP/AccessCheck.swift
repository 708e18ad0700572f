#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// Who may ask.
///
/// A page of another site can send requests to 127.0.0.1, also under a name of its own that leads there: then the
/// `Host` is that name. It knows no token.
struct AccessCheck: Sendable {
  let token: String
  let port: UInt16
  /// Whether other devices may ask, which know the app's device by its address.
  let allowsNetwork: Bool

  /// A new token of 128 random bits.
  static func makeToken(by generator: inout some RandomNumberGenerator) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var token: [UInt8] = []
    for _ in 0..<2 {
      let bits = generator.next() as UInt64
      for place in 0..<16 { token.append(digits[Int(bits >> (60 - 4 * UInt64(place)) & 0xf)]) }
    }
    return String(decoding: token, as: UTF8.self)
  }

  /// Why a request is refused, whoever makes it.
  func refusal(_ request: ReceivedRequest) -> HTTPAnswer? {
    guard let host = request.header("host"), isOwn(host) else {
      return .failure(.forbidden, "The host has to be 127.0.0.1:\(port) or localhost:\(port).")
    }
    guard let origins = request.headers["origin"] else { return nil }
    guard origins == ["http://\(host)"] else {
      return .failure(.forbidden, "Requests of other pages are refused.")
    }
    return nil
  }

  /// Whether a host is this server's.
  private func isOwn(_ host: String) -> Bool {
    if host == "127.0.0.1:\(port)" || host == "localhost:\(port)" { return true }
    guard allowsNetwork, host.hasSuffix(":\(port)") else { return false }
    // An address: a name could lead anywhere.
    let parts = host.dropLast("\(port)".count + 1)
      .split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.count <= 3 && UInt8(part) != nil
          && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      }
  }

  /// Whether a request has the token.
  func hasToken(_ request: ReceivedRequest) -> Bool {
    guard let value = request.header("authorization"), value.hasPrefix("Bearer ") else {
      return false
    }
    return isToken(String(value.dropFirst("Bearer ".count)))
  }

  /// Whether a text is the token; it takes the same time whichever character is the first that differs.
  func isToken(_ text: String) -> Bool { isToken(Array(text.utf8)) }

  /// Whether bytes are the token, each of which is looked at.
  func isToken(_ given: some RandomAccessCollection<UInt8>) -> Bool {
    let own = Array(token.utf8)
    guard given.count == own.count else { return false }
    var difference: UInt8 = 0
    for (byte, other) in zip(own, given) { difference |= byte ^ other }
    return difference == 0
  }

  /// The hosts that the page may open sockets to.
  func sockets(for request: ReceivedRequest?) -> [String] {
    var hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    if let host = request?.header("host"), isOwn(host), !hosts.contains(host) {
      hosts.append(host)
    }
    return hosts.map { "ws://\($0)" }
  }
}
#endif
