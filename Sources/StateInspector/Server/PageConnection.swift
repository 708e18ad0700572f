#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import Foundation
import StateCore
import StateJournal

/// The socket of a page.
///
/// Entries are read from the journal only after the socket has accepted the previous ones, so that a slow page doesn't
/// cost the app anything.
struct PageConnection: Sendable {
  private let id: ConnectionTable.ID
  private let socket: ServerSocket
  private let server: InspectorServer
  private let outbox = Outbox()
  private let rest: [UInt8]

  init(_ connection: Connection, _ rest: [UInt8]) {
    id = connection.id
    socket = connection.socket
    server = connection.server
    self.rest = rest
  }

  func run() async {
    var input = FrameInput(FrameParser(server.limits, rest), socket)
    do {
      let since = try await readGreeting(&input)
      let reader = server.desk.reader
      let notices = await reader.journal.notices
      let changes = reader.changes.subscribe()
      let hello = await reader.hello
      try await socket.write(Self.frame(.hello(hello)))
      let reading = input
      let isRefused = await withTaskGroup { group in
        var isRefused = false
        group.addTask {
          await write(after: since, hello.status)
          return Part.writing
        }
        group.addTask {
          let isRefused = await answerAll(reading)
          await outbox.end()
          return .reading(isRefused: isRefused)
        }
        group.addTask {
          await look(at: notices)
          return .looking
        }
        group.addTask {
          await look(at: changes)
          return .looking
        }
        for await part in group {
          switch part {
          case .looking: continue
          case .reading(let refused):
            isRefused = refused
            // The page may still receive the remaining messages.
            group.addTask {
              try? await server.clock.sleep(for: server.limits.lastMessageTime)
              return .writing
            }
          case .writing:
            group.cancelAll()
            await outbox.end()
          }
        }
        return isRefused
      }
      if isRefused { await socket.drain(server.clock, server.limits.drainTime) }
    } catch {
      let failure = error as? FrameParser.Failure
      guard let failure else { return }
      let message = Self.frame(.failure(id: nil, failure.reason))
      try? await server.clock.withLimit(server.limits.lastMessageTime) {
        try await socket.write(message + Frame.close(failure.code))
      }
      await socket.drain(server.clock, server.limits.drainTime)
    }
  }

  /// The concurrent parts of a connection.
  private enum Part: Sendable {
    case reading(isRefused: Bool)
    case writing
    case looking
  }

  private static func frame(_ message: InspectorMessage) -> [UInt8] {
    Frame.text(MessageCoding.bytes(of: message))
  }

  // MARK: First message

  /// Reads the token.
  ///
  /// Returns the number of the last entry that the page has.
  private func readGreeting(_ input: inout FrameInput) async throws -> Int {
    let start = input
    let (bytes, next) = try await server.clock.withLimit(server.limits.greetingTime) {
      var input = start
      let bytes = try await input.message { pong in try await socket.write(pong) }
      return (bytes, input)
    }
    input = next
    guard let bytes else { throw CancellationError() }
    do throws(BadRequest) {
      var arguments = try RequestArguments(MessageReader.json(bytes))
      let token = try arguments.text("token")
      let since = try arguments.optionalNumber("since") ?? 0
      try arguments.end()
      guard server.access.isToken(token) else { throw BadRequest("The token is wrong.") }
      guard server.admit(id) else { throw BadRequest("Too many open pages.") }
      return since
    } catch {
      throw FrameParser.Failure(code: 1008, reason: error.reason)
    }
  }

  // MARK: Requests

  /// Answers all requests.
  ///
  /// Returns `true` if the connection ended because the page violated a rule.
  private func answerAll(_ start: FrameInput) async -> Bool {
    var input = start
    var rate = RateLimit(perSecond: server.limits.requestsPerSecond, now: server.clock.now)
    do {
      while let bytes = try await input.message(pong: { await outbox.put($0) }) {
        guard rate.allows(at: server.clock.now) else {
          throw FrameParser.Failure(code: 1008, reason: "Too many requests per second.")
        }
        await outbox.put(Self.frame(await answer(bytes)))
      }
      return false
    } catch let failure as FrameParser.Failure {
      let message = Self.frame(.failure(id: nil, failure.reason))
      await outbox.end(with: message + Frame.close(failure.code))
      return true
    } catch {
      // The connection was closed.
      return false
    }
  }

  private func answer(_ bytes: [UInt8]) async -> InspectorMessage {
    var id: Int?
    do throws(BadRequest) {
      let json = try MessageReader.json(bytes)
      id = json["id"]?.int
      guard let id else { throw BadRequest("\"id\" must be an integer.") }
      let request = try RequestName.read(message: json)
      do throws(RequestFailure) {
        return .answer(id: id, try await server.desk.answer(request))
      } catch {
        return .failure(id: id, error.reason)
      }
    } catch {
      // A failure without an id would be the last message.
      return .failure(id: id ?? -1, error.reason)
    }
  }

  // MARK: Entries

  private func look(at notices: AsyncStream<Void>) async {
    for await _ in notices {
      await outbox.look()
      // Notices that arrive in the meantime are coalesced.
      try? await server.clock.sleep(for: server.limits.lookInterval)
      if Task.isCancelled { return }
    }
  }

  private func write(after since: Int, _ sent: InspectorStatus) async {
    var number = min(since, sent.last)
    var status = sent
    do {
      while true {
        switch await outbox.next() {
        case .frame(let frame): try await socket.write(frame)
        case .end: return
        case .look: try await writeNext(&number, &status)
        }
      }
    } catch {
      // The connection was closed.
    }
  }

  private func writeNext(_ number: inout Int, _ status: inout InspectorStatus) async throws {
    switch await server.desk.reader.next(after: number) {
    case .entries(let page):
      number = page.upTo
      try await socket.write(Self.frame(.entries(page)))
      await outbox.look()
    case .skipped(let skipped):
      number = skipped.upTo
      try await socket.write(Self.frame(.skipped(skipped)))
      await outbox.look()
    case .nothing:
      let new = await server.desk.reader.status
      guard new.travel != status.travel || new.struckOut != status.struckOut else { return }
      status = new
      try await socket.write(Self.frame(.status(new)))
    }
  }
}

/// The messages of a socket.
struct FrameInput: Sendable {
  private var parser: FrameParser
  private let socket: ServerSocket

  init(_ parser: FrameParser, _ socket: ServerSocket) {
    self.parser = parser
    self.socket = socket
  }

  /// Returns the next message, or `nil` at the end.
  mutating func message(
    pong: (_ frame: [UInt8]) async throws -> Void
  ) async throws -> [UInt8]? {
    while true {
      switch parser.event() {
      case .message(let bytes)?: return bytes
      case .ping(let payload)?: try await pong(Frame.pong(payload))
      case .close?: return nil
      case .failure(let failure)?: throw failure
      case nil:
        guard let bytes = try await socket.read() else { return nil }
        parser.append(bytes)
      }
    }
  }
}
#endif
