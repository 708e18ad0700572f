#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The access rules for requests.
///
/// A page of another site can send requests to 127.0.0.1. It can also use its own host name that resolves to this
/// address, in which case `Host` contains that name. Such a page doesn't know the token.
struct AccessCheck: Sendable {
  let token: String
  let port: UInt16
  /// Whether other devices may send requests, which address this device by its IP address.
  let allowsNetwork: Bool

  /// Creates a token of 128 random bits.
  static func makeToken(by generator: inout some RandomNumberGenerator) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var token: [UInt8] = []
    for _ in 0..<2 {
      let bits = generator.next() as UInt64
      for place in 0..<16 { token.append(digits[Int(bits >> (60 - 4 * UInt64(place)) & 0xf)]) }
    }
    return String(decoding: token, as: UTF8.self)
  }

  /// Whether a text can be a token: too long to guess, and without characters that a URL escapes.
  static func isPossibleToken(_ text: String) -> Bool {
    (32...128).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { scalar in
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar
      }
  }

  /// Returns why a request is refused, regardless of its sender.
  func refusal(_ request: ReceivedRequest) -> HTTPAnswer? {
    guard let host = request.header("host"), isOwn(host) else {
      return .failure(.forbidden, "The host must be 127.0.0.1:\(port) or localhost:\(port).")
    }
    guard let origins = request.headers["origin"] else { return nil }
    guard origins == ["http://\(host)"] else {
      return .failure(.forbidden, "Requests from other origins are refused.")
    }
    return nil
  }

  /// Whether a host is this server.
  private func isOwn(_ host: String) -> Bool {
    if host == "127.0.0.1:\(port)" || host == "localhost:\(port)" { return true }
    guard allowsNetwork, host.hasSuffix(":\(port)") else { return false }
    // Only an IP address is accepted, because a name could resolve to any address.
    let parts = host.dropLast("\(port)".count + 1)
      .split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.count <= 3 && UInt8(part) != nil
          && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      }
  }

  /// Whether a request contains the token.
  func hasToken(_ request: ReceivedRequest) -> Bool {
    let scheme = "Bearer "
    guard let value = request.header("authorization"),
      value.prefix(scheme.count).lowercased() == scheme.lowercased()
    else { return false }
    return isToken(String(value.dropFirst(scheme.count)))
  }

  /// Whether a text is the token.
  ///
  /// The comparison takes the same time for any text of the token's length.
  func isToken(_ text: String) -> Bool { isToken(Array(text.utf8)) }

  /// Whether bytes are the token.
  ///
  /// The comparison examines each byte.
  func isToken(_ given: some RandomAccessCollection<UInt8>) -> Bool {
    let own = Array(token.utf8)
    guard given.count == own.count else { return false }
    var difference: UInt8 = 0
    for (byte, other) in zip(own, given) { difference |= byte ^ other }
    return difference == 0
  }

  /// The hosts to which the page may open sockets.
  func sockets(for request: ReceivedRequest?) -> [String] {
    var hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    if let host = request?.header("host"), isOwn(host), !hosts.contains(host) {
      hosts.append(host)
    }
    return hosts.map { "ws://\($0)" }
  }
}
#endif
