#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
public import Foundation
import StateCore
public import StateJournal

/// A server that shows the content of a journal on a page in a browser, to scripts, and to coding assistants.
///
/// ```swift
/// let inspector = try await Inspector.start(journal)
/// logger.notice("The inspector: \(inspector.url)")
/// ```
///
/// It listens on 127.0.0.1, prints nothing, and stops when it is deallocated. The URL contains a token, without which
/// requests for data are refused. Release builds contain it only with the flag `STATE_INSPECTOR_IN_RELEASE`.
@MainActor
public final class Inspector {
  /// The URL of the page, with the token after `#`.
  ///
  /// Anyone who knows it can see everything that the journal records and the queries of all caches, except redacted
  /// values.
  public let url: URL
  /// The port.
  public let port: UInt16

  private let access: AccessCheck
  private let desk: InspectorDesk
  private let limits: ServerLimits
  private let clock: ServerClock
  private(set) var server: InspectorServer?
  private var task: Task<Void, Never>?
  /// The task of a server that is closing its port.
  private var closing: Task<Void, Never>?

  /// Starts serving a journal, which the inspector retains.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - port: The port; 0 to use a free one.
  ///   - allowsControl: Whether anyone who knows the URL can change the app: time travel, actions, fields, effects,
  ///     queries.
  ///   - allowsNetwork: Whether other devices can connect, at the address of this device. The connection isn't
  ///     encrypted.
  ///   - token: The token; by default, a new one for each start. It must consist of 32 to 128 ASCII letters and digits.
  ///     Pass one to keep the URL, for example for an assistant's settings, and don't put it under version control.
  /// - Returns: The inspector. It stops when it is deallocated.
  /// - Throws: An `InspectorError`, for example if the port is in use.
  public static func start(
    _ journal: Journal,
    port: UInt16 = 0,
    allowsControl: Bool = false,
    allowsNetwork: Bool = false,
    token: String? = nil
  ) async throws -> Inspector {
    try await start(
      journal,
      port: port,
      allowsControl: allowsControl,
      allowsNetwork: allowsNetwork,
      token: token,
      ServerLimits(),
      clock: ContinuousClock()
    )
  }

  static func start(
    _ journal: Journal,
    port: UInt16 = 0,
    allowsControl: Bool = false,
    allowsNetwork: Bool = false,
    token: String? = nil,
    _ limits: ServerLimits,
    clock: some Clock<Duration>
  ) async throws(InspectorError) -> Inspector {
    if let token, !AccessCheck.isPossibleToken(token) { throw .invalidToken }
    let sockets = try await ServerSockets(port: port, allowsNetwork: allowsNetwork)
    var generator = SystemRandomNumberGenerator()
    let access = AccessCheck(
      token: token ?? AccessCheck.makeToken(by: &generator),
      port: sockets.port,
      allowsNetwork: allowsNetwork
    )
    guard let url = URL(string: "http://127.0.0.1:\(sockets.port)/#\(access.token)") else {
      throw .cannotListen("its address isn't a valid URL")
    }
    let reader = InspectorReader(
      journal,
      session: AccessCheck.makeToken(by: &generator),
      canControl: allowsControl,
      limits
    )
    let inspector = Inspector(
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
    desk.open()
    task = ImmediateTask.detached { await server.run() }
  }

  /// Whether the inspector is serving.
  public var isServing: Bool { task != nil }

  /// Closes the connections and the port.
  ///
  /// Time travel that began here ends, and so do loading screens and simulated loads of queries.
  public func stop() async {
    desk.end()
    let task = task
    self.task = nil
    server = nil
    task?.cancel()
    if let task { closing = task }
    await task?.value
  }

  /// Starts serving again after `stop`, at the same URL.
  ///
  /// Open pages continue where they were.
  ///
  /// - Throws: An `InspectorError`, for example if the port is in use by now.
  public func restart() async throws {
    await closing?.value
    if isServing { return }
    let sockets = try await ServerSockets(port: port, allowsNetwork: access.allowsNetwork)
    serve(sockets)
  }
}
#endif
