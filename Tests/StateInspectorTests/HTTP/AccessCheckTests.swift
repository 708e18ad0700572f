#if Inspector
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct AccessCheckTests {
  let check = AccessCheck(token: "0123456789abcdef0123456789abcdef", port: 80, allowsNetwork: false)
  let open = AccessCheck(token: "0123456789abcdef0123456789abcdef", port: 80, allowsNetwork: true)

  private func request(_ headers: [String: [String]]) -> ReceivedRequest {
    ReceivedRequest(method: "GET", path: "/", query: "", headers: headers)
  }

  @Test(arguments: ["127.0.0.1:80", "localhost:80"])
  func ownHostsAreAllowed(host: String) {
    #expect(check.refusal(request(["host": [host]])) == nil)
    #expect(check.refusal(request(["host": [host], "origin": ["http://\(host)"]])) == nil)
  }

  @Test(arguments: [
    [], ["127.0.0.1"], ["127.0.0.1:81"], ["evil.example:80"], ["127.0.0.1.evil.example:80"],
    ["127.0.0.1:80", "127.0.0.1:80"], ["0.0.0.0:80"], ["[::1]:80"], ["192.168.1.2:80"],
    ["LOCALHOST:80"], ["127.0.0.1:080"], ["localhost:80@evil.example"],
  ])
  func otherHostsAreRefused(hosts: [String]) {
    #expect(check.refusal(request(["host": hosts]))?.status == .forbidden)
  }

  @Test(arguments: [
    ["http://evil.example"], ["null"], ["https://127.0.0.1:80"], ["http://127.0.0.1"], [""],
    ["http://localhost:80"], ["http://127.0.0.1:80", "http://127.0.0.1:80"],
  ])
  func otherOriginsAreRefused(origins: [String]) {
    let headers = ["host": ["127.0.0.1:80"], "origin": origins]
    #expect(check.refusal(request(headers))?.status == .forbidden)
  }

  @Test
  func otherDevicesNameAnAddress() {
    #expect(open.refusal(request(["host": ["192.168.1.2:80"]])) == nil)
    let others = [
      "a.b.c.d:80", "1.2.3:80", "1.2.3.4.5:80", "1.2.3.256:80", "name:80", "1.2.3.+4:80",
    ]
    for host in others {
      #expect(open.refusal(request(["host": [host]]))?.status == .forbidden)
    }
  }

  @Test
  func onlyTheTokenIsTheToken() {
    #expect(check.isToken(check.token))
    for text in ["", "0", String(check.token.dropLast()), check.token + "0", "\0" + check.token] {
      #expect(!check.isToken(text))
    }
    for place in 0..<32 {
      var other = Array(check.token)
      other[place] = "x"
      #expect(!check.isToken(String(other)))
    }
    for scheme in ["Bearer", "bearer", "BEARER"] {
      #expect(check.hasToken(request(["authorization": ["\(scheme) \(check.token)"]])))
    }
    #expect(!check.hasToken(request(["authorization": [check.token]])))
    #expect(!check.hasToken(request(["authorization": ["Basic \(check.token)"]])))
    #expect(!check.hasToken(request([:])))
  }

  /// The bytes of a text, which count how often they are read.
  private final class CountingBytes: RandomAccessCollection {
    private let bytes: [UInt8]
    private(set) var reads = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var startIndex: Int { 0 }
    var endIndex: Int { bytes.count }

    subscript(index: Int) -> UInt8 {
      reads += 1
      return bytes[index]
    }
  }

  @Test
  func aTokenIsComparedToItsEnd() {
    let others = (0..<32).map { place in
      String(check.token.enumerated().map { $0.offset == place ? "x" : $0.element })
    }
    for text in [check.token] + others {
      let bytes = CountingBytes(text)
      #expect(check.isToken(bytes) == (text == check.token))
      #expect(bytes.reads == 32)
    }
  }

  @Test
  func tokensHave128Bits() {
    var generator = SystemRandomNumberGenerator()
    let tokens = (0..<100).map { _ in AccessCheck.makeToken(by: &generator) }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    for place in 0..<32 {
      #expect(Set(tokens.map { Array($0)[place] }).count > 8)
    }
    struct Fixed: RandomNumberGenerator {
      func next() -> UInt64 { 0x0123_4567_89ab_cdef }
    }
    var fixed = Fixed()
    #expect(AccessCheck.makeToken(by: &fixed) == "0123456789abcdef0123456789abcdef")
  }
}

#endif
