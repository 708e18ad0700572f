#if Inspector
import FlyingSocks
import Foundation
import StateCore
import Testing

@testable import StateInspector

/// A client that acts as a script, a page, or an attacker over a real socket.
struct InspectorClient: Sendable {
  struct Answer: Sendable {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  let port: UInt16
  var token: String
  /// All received bytes.
  let traffic = Traffic()

  /// Received bytes, regardless of their connections.
  final class Traffic: Sendable {
    let bytes = Locked<[UInt8]>([])

    func add(_ new: [UInt8]) { bytes.withLock { $0 += new } }

    var all: [UInt8] { bytes.withLock { $0 } }
  }

  @MainActor
  init(_ inspector: Inspector) {
    port = inspector.port
    token = inspector.url.fragment ?? ""
  }

  var host: String { "127.0.0.1:\(port)" }

  func connect() async throws -> AsyncSocket {
    try await AsyncSocket.connected(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
  }

  /// Sends bytes, and reads until the connection is closed.
  func exchange(_ bytes: [UInt8]) async throws -> [UInt8] {
    let socket = try await connect()
    defer { try? socket.close() }
    // The peer may have already closed the connection.
    try? await socket.write(Data(bytes))
    return await readAll(from: socket)
  }

  func readAll(from socket: AsyncSocket) async -> [UInt8] {
    var all: [UInt8] = []
    while let bytes = try? await socket.read(atMost: 4_096), !bytes.isEmpty { all += bytes }
    traffic.add(all)
    return all
  }

  func request(
    _ path: String,
    method: String = "GET",
    headers: [String: String]? = nil,
    body: String = ""
  ) async throws -> Answer {
    var all = ["Host": host, "Authorization": "Bearer \(token)"]
    if !body.isEmpty { all["Content-Length"] = "\(body.utf8.count)" }
    all.merge(headers ?? [:]) { $1 }
    let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)" }
    let text = (["\(method) \(path) HTTP/1.1"] + lines + ["", body]).joined(separator: "\r\n")
    return try #require(Self.answer(try await exchange(Array(text.utf8))))
  }

  func post(_ path: String, _ body: String) async throws -> Answer {
    try await request(path, method: "POST", body: body)
  }

  static func answer(_ bytes: [UInt8]) -> Answer? {
    let end = Array("\r\n\r\n".utf8)
    guard let place = bytes.firstRange(of: end) else { return nil }
    let lines = String(decoding: bytes[..<place.lowerBound], as: UTF8.self).split(
      separator: "\r\n"
    )
    guard let first = lines.first?.split(separator: " "), first.count > 1,
      let status = Int(first[1])
    else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return Answer(status: status, headers: headers, body: Array(bytes[place.upperBound...]))
  }
}

/// The socket of a page.
final class PageClient {
  let socket: AsyncSocket
  private let client: InspectorClient
  private var bytes: [UInt8] = []

  /// Upgrades a connection.
  init(
    _ client: InspectorClient,
    headers: [String: String] = [:]
  ) async throws {
    self.client = client
    socket = try await client.connect()
    var all = [
      "Host": client.host, "Upgrade": "websocket", "Connection": "keep-alive, Upgrade",
      "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Origin": "http://\(client.host)",
    ]
    all.merge(headers) { $1 }
    let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)" }
    let text = (["GET /socket HTTP/1.1"] + lines + ["", ""]).joined(separator: "\r\n")
    try await socket.write(Data(text.utf8))
  }

  deinit {
    try? socket.close()
  }

  /// Opens a page that has sent its token, and returns it with the first message.
  static func open(
    _ client: InspectorClient,
    since: Int = 0
  ) async throws -> (PageClient, InspectorHello) {
    let page = try await PageClient(client)
    #expect(try await page.upgrade().status == 101)
    try await page.send(#"{"token": "\#(client.token)", "since": \#(since)}"#)
    guard case .hello(let hello) = try await page.message() else {
      throw SocketError.disconnected
    }
    return (page, hello)
  }

  /// Reads the response to the upgrade.
  func upgrade() async throws -> InspectorClient.Answer {
    let end = Array("\r\n\r\n".utf8)
    while bytes.firstRange(of: end) == nil { try await readMore() }
    let place = try #require(bytes.firstRange(of: end))
    let head = Array(bytes[..<place.upperBound])
    let answer = try #require(InspectorClient.answer(head))
    if answer.status == 101 { bytes.removeFirst(place.upperBound) }
    return answer
  }

  private func readMore() async throws {
    let new = try await socket.read(atMost: 4_096)
    if new.isEmpty { throw SocketError.disconnected }
    client.traffic.add(new)
    bytes += new
  }

  func send(_ text: String) async throws { try await send(frame: 1, Array(text.utf8)) }

  func send(frame code: UInt8, _ payload: [UInt8], isLast: Bool = true) async throws {
    try await socket.write(Data(Self.frame(code, payload, isLast: isLast)))
  }

  static func frame(_ code: UInt8, _ payload: [UInt8], isLast: Bool = true) -> [UInt8] {
    var frame: [UInt8] = [code | (isLast ? 0x80 : 0)]
    if payload.count < 126 {
      frame.append(0x80 | UInt8(payload.count))
    } else if payload.count < 65_536 {
      frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    } else {
      frame.append(0x80 | 127)
      for place in 0..<8 { frame.append(UInt8(payload.count >> (56 - 8 * place) & 0xff)) }
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    return frame + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  /// Reads the next frame, with its code and payload.
  func frame() async throws -> (code: UInt8, payload: [UInt8]) {
    while true {
      if bytes.count >= 2 {
        var (length, start) = (Int(bytes[1] & 0x7f), 2)
        let lengthBytes = length == 126 ? 2 : length == 127 ? 8 : 0
        if bytes.count >= 2 + lengthBytes {
          if lengthBytes > 0 {
            length = bytes[2..<(2 + lengthBytes)].reduce(0) { $0 << 8 | Int($1) }
            start += lengthBytes
          }
          if bytes.count >= start + length {
            let frame = (bytes[0] & 0x0f, Array(bytes[start..<(start + length)]))
            bytes.removeFirst(start + length)
            return frame
          }
        }
      }
      try await readMore()
    }
  }

  /// Reads the next message.
  func message() async throws -> InspectorMessage {
    let (code, payload) = try await frame()
    guard code == 1 else { throw SocketError.disconnected }
    return try JSONDecoder().decode(InspectorMessage.self, from: Data(payload))
  }

  /// Reads messages up to a matching one.
  func message<Wanted>(where isWanted: (InspectorMessage) -> Wanted?) async throws -> Wanted {
    while true { if let wanted = isWanted(try await message()) { return wanted } }
  }

  /// Sends a request and returns its answer, skipping earlier messages.
  func ask(_ id: Int, _ names: String) async throws -> InspectorMessage {
    try await send(#"{"id": \#(id), \#(names)}"#)
    return try await message { message in
      switch message {
      case .answer(id, _), .failure(id, _): message
      default: nil
      }
    }
  }

  /// Reads the entries up to the one with a number.
  ///
  /// Each page has to follow the previous one.
  func entries(after start: Int, upTo end: Int) async throws -> [EntrySummary] {
    var all: [EntrySummary] = []
    var last = start
    while last < end {
      guard case .entries(let page) = try await message() else { continue }
      #expect(page.after == last)
      last = page.upTo
      all += page.entries
    }
    return all
  }
}
#endif
