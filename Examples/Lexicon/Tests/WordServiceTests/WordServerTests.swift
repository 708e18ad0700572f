import Foundation
import Testing

@testable import WordService

struct WordServerTests {
  private func server(port: UInt16 = 0) -> WordServer {
    var configuration = WordServer.Configuration()
    configuration.port = port
    return WordServer(configuration: configuration, library: { .sample })
  }

  private func port(of url: URL) throws -> UInt16 {
    try #require(url.port.flatMap { UInt16(exactly: $0) })
  }

  /// Starts a server at a port that the system assigns to no other socket.
  private func serverAtAPortOfItsOwn() async throws -> (WordServer, port: UInt16) {
    var port = 30_000 + UInt16(ProcessInfo.processInfo.processIdentifier % 2_000)
    while true {
      let server = server(port: port)
      do {
        _ = try await server.start()
        return (server, port)
      } catch let error as WordServerError where error.reason == "the port is already in use" {
        port += 1
      }
    }
  }

  @Test func itTakesAFreePortOn127001() async throws {
    let first = server()
    let second = server()
    let addresses = [try await first.start(), try await second.start()]
    #expect(addresses.allSatisfy { $0.host == "127.0.0.1" && $0.port ?? 0 > 0 })
    #expect(addresses[0] != addresses[1])
    await first.stop()
    await second.stop()
  }

  @Test func startingItAgainGivesTheSameAddress() async throws {
    let server = server()
    async let first = server.start()
    async let second = server.start()
    let addresses = try await [first, second]
    #expect(addresses[0] == addresses[1])
    #expect(try await server.start() == addresses[0])
    await server.stop()
  }

  @Test func portInUseIsNamedAndCanBeTakenWhenItIsFreeAgain() async throws {
    let (owner, taken) = try await serverAtAPortOfItsOwn()
    let server = server(port: taken)
    let error = await #expect(throws: WordServerError.self) { try await server.start() }
    #expect(
      error?.errorDescription
        == "The word service cannot listen on 127.0.0.1:\(taken): the port is already in use."
    )
    await owner.stop()
    #expect(try port(of: await server.start()) == taken)
    await server.stop()
  }

  @Test func libraryThatCannotBeReadIsAnErrorOfTheStart() async {
    let server = WordServer(configuration: .init(), library: { throw CocoaError(.fileNoSuchFile) })
    await #expect(throws: CocoaError.self) { try await server.start() }
  }
}
