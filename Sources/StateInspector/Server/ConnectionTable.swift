#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The connections of a server by state, with a limit for each state.
struct ConnectionTable {
  typealias ID = Int

  private let limits: ServerLimits
  /// The connections without a request, the oldest first.
  private var waiting: [ID] = []
  private var answered: Set<ID> = []
  private var pages: Set<ID> = []
  private var lastID = 0
  private var isOpen = true

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  var count: Int { waiting.count + answered.count + pages.count }

  /// The connection that has been without a request the longest.
  var oldestWaiting: ID? { waiting.first }

  /// Adds a connection.
  ///
  /// If too many connections wait, returns the one to close.
  ///
  /// Returns `nil` after the end.
  mutating func open() -> (new: ID, closing: ID?)? {
    guard isOpen else { return nil }
    lastID += 1
    waiting.append(lastID)
    let isTooMany = waiting.count > limits.waitingConnections
    return (lastID, isTooMany ? waiting.removeFirst() : nil)
  }

  /// Marks a connection's request as being answered.
  ///
  /// - Returns: `false` if the request can't be answered now.
  mutating func answer(_ id: ID) -> Bool {
    guard let index = waiting.firstIndex(of: id), answered.count < limits.answeredRequests else {
      return false
    }
    waiting.remove(at: index)
    answered.insert(id)
    return true
  }

  /// Turns a connection into a socket that waits for the token.
  mutating func upgrade(_ id: ID) {
    guard answered.remove(id) != nil else { return }
    waiting.append(id)
  }

  /// Admits a socket that has sent the token.
  ///
  /// - Returns: `false` if the socket has to be closed.
  mutating func admit(_ id: ID) -> Bool {
    guard let index = waiting.firstIndex(of: id), pages.count < limits.pages else { return false }
    waiting.remove(at: index)
    pages.insert(id)
    return true
  }

  mutating func close(_ id: ID) {
    waiting.removeAll { $0 == id }
    answered.remove(id)
    pages.remove(id)
  }

  /// Rejects connections from now on.
  mutating func end() { isOpen = false }
}
#endif
