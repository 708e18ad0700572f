#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
public import Foundation
import StateCore
public import StateJournal

/// Serves what a journal has recorded to a page in a browser, and to scripts.
///
/// ```swift
/// let inspector = try await StateInspector.start(journal)
/// logger.notice("The inspector: \(inspector.url)")
/// ```
///
/// It listens on 127.0.0.1, prints nothing, and ends when it goes away. The address has a token without which nobody is told
/// anything. In release builds it is there only with the flag `STATE_INSPECTOR_IN_RELEASE`.
@MainActor
public final class StateInspector {
  /// The address of the page, with the token behind `#`.
  ///
  /// Who knows it sees all that the journal records, but for redacted values.
  public let url: URL
  /// The port.
  public let port: UInt16

  private let access: AccessCheck
  private let desk: InspectorDesk
  private let limits: ServerLimits
  private let clock: ServerClock
  private(set) var server: InspectorServer?
  private var task: Task<Void, Never>?

  /// Starts to serve a journal, which it keeps.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - port: The port; 0 for one that is free.
  ///   - allowsControl: Whether the app can be changed by who knows the address: time travel, actions, fields, effects.
  ///   - allowsNetwork: Whether other devices can reach it, at the address of this one. What is sent is not encrypted
  ///     then.
  /// - Returns: The inspector; it ends when that goes away.
  /// - Throws: An `InspectorError`, such as that the port is in use.
  public static func start(
    _ journal: StateJournal,
    port: UInt16 = 0,
    allowsControl: Bool = false,
    allowsNetwork: Bool = false
  ) async throws -> StateInspector {
    try await start(
      journal,
      port: port,
      allowsControl: allowsControl,
      allowsNetwork: allowsNetwork,
      ServerLimits(),
      clock: ContinuousClock()
    )
  }

  static func start(
    _ journal: StateJournal,
    port: UInt16 = 0,
    allowsControl: Bool = false,
    allowsNetwork: Bool = false,
    _ limits: ServerLimits,
    clock: some Clock<Duration>
  ) async throws(InspectorError) -> StateInspector {
    let sockets = try await ServerSockets(port: port, allowsNetwork: allowsNetwork)
    var generator = SystemRandomNumberGenerator()
    let access = AccessCheck(
      token: AccessCheck.makeToken(by: &generator),
      port: sockets.port,
      allowsNetwork: allowsNetwork
    )
    guard let url = URL(string: "http://127.0.0.1:\(sockets.port)/#\(access.token)") else {
      throw .cannotListen("its address is none")
    }
    let reader = InspectorReader(
      journal,
      session: AccessCheck.makeToken(by: &generator),
      canControl: allowsControl,
      limits
    )
    let inspector = StateInspector(
      url,
      access,
      InspectorDesk(reader),
      limits,
      ServerClock(clock)
    )
    inspector.serve(sockets)
    return inspector
  }

  private init(
    _ url: URL,
    _ access: AccessCheck,
    _ desk: InspectorDesk,
    _ limits: ServerLimits,
    _ clock: ServerClock
  ) {
    self.url = url
    port = access.port
    self.access = access
    self.desk = desk
    self.limits = limits
    self.clock = clock
  }

  deinit {
    task?.cancel()
    MainThread.run { [desk] in desk.end() }
  }

  private func serve(_ sockets: ServerSockets) {
    let server = InspectorServer(sockets, access, desk, limits, clock)
    self.server = server
    task = ImmediateTask.detached { await server.run() }
  }

  /// Whether it serves.
  public var isServing: Bool { task != nil }

  /// Closes the connections and the port; a time travel that was begun here ends.
  public func stop() async {
    desk.end()
    let task = task
    self.task = nil
    server = nil
    task?.cancel()
    await task?.value
  }

  /// Serves again behind `stop`, at the same address; pages that are open go on where they were.
  ///
  /// - Throws: An `InspectorError`, such as that the port is in use by now.
  public func restart() async throws {
    if isServing { return }
    let sockets = try await ServerSockets(port: port, allowsNetwork: access.allowsNetwork)
    serve(sockets)
  }
}

/// Why an inspector can't serve.
public enum InspectorError: Error, Hashable {
  /// Another program, or another inspector, listens on the port.
  case portIsInUse(UInt16)
  /// The system does not let it listen; why.
  case cannotListen(String)
}

extension InspectorError: LocalizedError {
  /// For people.
  public var errorDescription: String? {
    switch self {
    case .portIsInUse(let port): "The port \(port) is in use."
    case .cannotListen(let reason): "The inspector can't listen: \(reason)."
    }
  }
}
#endif
