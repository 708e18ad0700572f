/// A value that may have a request in flight.
protocol PageRequesting {
  /// Returns the value without the request.
  func endingRequest() -> Self
}

extension Pager: PageRequesting {
  func endingRequest() -> Self {
    var pager = self
    if let outstanding { pager.cancel(outstanding) }
    return pager
  }

  /// Returns a pager without items that loads the kept pages again, and the request for the first of them.
  ///
  /// The next requests of that pager have the cursors of the new pages.
  package func reloading() -> (pager: Self, request: Request) {
    var pager = Self(first: first, maximumPageCount: maximumPageCount)
    pager.requestCount = requestCount
    let origin = ends.origins.first.flatMap { $0 } ?? Origin(cursor: first, kind: .first)
    let request = pager.ask(origin, page: 1, .all)
    return (pager, request)
  }

  /// Takes over the known pages before the kept ones, after the first of those is loaded again.
  package mutating func keepPages(before list: Self) {
    guard !list.ends.before.isEmpty else { return }
    ends.before = list.ends.before
    ends.beginning = .end
  }

  /// Returns the pager as it is while a page at one side loads.
  package func requesting(inFront: Bool) -> Self {
    var pager = self
    _ = inFront ? pager.previous() : pager.next()
    return pager
  }

  /// Returns the pager as it is after a page at one side has failed.
  package func failing(_ error: DisplayableError, inFront: Bool) -> Self {
    var pager = self
    if let request = inFront ? pager.previous() : pager.next() { pager.fail(error, for: request) }
    return pager
  }
}
