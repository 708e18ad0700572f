#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
/// The connections of a server, each in one state, and how many there may be of each.
struct ConnectionTable {
  typealias ID = Int

  private let limits: ServerLimits
  /// Those that have made no request, the oldest first.
  private var waiting: [ID] = []
  private var answered: Set<ID> = []
  private var pages: Set<ID> = []
  private var lastID = 0
  private var isOpen = true

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  var count: Int { waiting.count + answered.count + pages.count }

  /// The one that has made no request for the longest time.
  var oldestWaiting: ID? { waiting.first }

  /// A connection was accepted; one that waits is to be closed for it if there are too many.
  ///
  /// Nothing behind the end.
  mutating func open() -> (new: ID, closing: ID?)? {
    guard isOpen else { return nil }
    lastID += 1
    waiting.append(lastID)
    let isTooMany = waiting.count > limits.waitingConnections
    return (lastID, isTooMany ? waiting.removeFirst() : nil)
  }

  /// A request was made.
  ///
  /// - Returns: `false` if it can't be answered now.
  mutating func answer(_ id: ID) -> Bool {
    guard let index = waiting.firstIndex(of: id), answered.count < limits.answeredRequests else {
      return false
    }
    waiting.remove(at: index)
    answered.insert(id)
    return true
  }

  /// The connection has become a socket, and waits for the token.
  mutating func upgrade(_ id: ID) {
    guard answered.remove(id) != nil else { return }
    waiting.append(id)
  }

  /// The socket has given the token.
  ///
  /// - Returns: `false` if it can't stay.
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

  /// Takes no connection from now on.
  mutating func end() { isOpen = false }
}
#endif
