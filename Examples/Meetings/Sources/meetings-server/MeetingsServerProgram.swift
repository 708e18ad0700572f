import Foundation
import MeetingsServer

#if Server
/// The server of the team's meetings: `meetings-server [port] [behavior] [file]`.
///
/// A line with the name of a behavior, or its first letters, switches to it.
@main
struct MeetingsServerProgram {
  private static let names = ServerBehavior.allCases.map(\.rawValue).joined(separator: ", ")

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let port = arguments.lazy.compactMap { UInt16($0) }.first ?? 8080
    let behavior = arguments.lazy.compactMap(behavior(named:)).first ?? .normal
    let file = arguments.first { UInt16($0) == nil && Self.behavior(named: $0) == nil }
      .map { URL(fileURLWithPath: $0) }
    do {
      let meetings = try file.map { try TeamMeetings(contentsOf: $0) } ?? TeamMeetings()
      let handler = MeetingsHandler(meetings, behavior, file: file) { request in
        show("\(request.number) \(request.method) \(request.path) \(request.status)")
      }
      let server = try await MeetingsServer.start(port: port, handler)
      show("\(server.url.absoluteString), \(behavior.rawValue)\nType a behavior: \(names)")
      Task {
        for await line in typedLines() {
          if let behavior = Self.behavior(named: line) {
            await handler.behave(behavior)
            show(behavior.rawValue)
          } else {
            show("Behaviors: \(names)")
          }
        }
      }
      try await server.run()
    } catch {
      FileHandle.standardError.write(Data("The server can't start: \(error)\n".utf8))
      exit(EXIT_FAILURE)
    }
  }

  private static func behavior(named name: String) -> ServerBehavior? {
    let name = name.lowercased()
    return name.isEmpty ? nil : ServerBehavior.allCases.first { $0.rawValue.hasPrefix(name) }
  }

  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  /// Reads lines on a separate thread, because `readLine()` blocks.
  private static func typedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
#else
@main
enum MeetingsServerProgram {
  static func main() {
    let text = "The server needs the trait Server: swift run --traits Server meetings-server\n"
    FileHandle.standardError.write(Data(text.utf8))
    exit(EXIT_FAILURE)
  }
}
#endif
