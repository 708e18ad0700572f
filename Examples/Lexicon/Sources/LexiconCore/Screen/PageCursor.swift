/// How far a paged list is loaded, and which answers still belong to it.
///
/// Starting over leaves the list and its place alone until the first page is there, so that a
/// refresh that fails costs nothing; what was asked for before a start is out of date.
struct PageCursor: Equatable, Sendable {
  /// A page that was asked for.
  struct Ticket: Equatable, Sendable {
    let offset: Int
    fileprivate let start: Int
  }

  private var start = 0
  private var loaded = 0
  private var total = 0
  private var isStartingOver = false

  var hasMore: Bool { loaded < total }

  /// Asks for the first page.
  mutating func first() -> Ticket {
    start += 1
    isStartingOver = true
    return Ticket(offset: 0, start: start)
  }

  /// The page after the last one, or nil where there is none or the list is about to start over.
  func next() -> Ticket? {
    guard hasMore, !isStartingOver else { return nil }
    return Ticket(offset: loaded, start: start)
  }

  /// - Returns: Whether the page belongs into the list.
  mutating func accept(_ page: WordPage, for ticket: Ticket) -> Bool {
    guard end(ticket) else { return false }
    loaded = ticket.offset + page.words.count
    // A service that promises more than it gives must not be asked for ever.
    total = page.words.isEmpty ? loaded : page.total
    return true
  }

  /// Gives up a page that did not come.
  ///
  /// - Returns: Whether the list still waited for it.
  mutating func end(_ ticket: Ticket) -> Bool {
    guard ticket.start == start else { return false }
    isStartingOver = false
    return true
  }
}
