/// A value that may have a request in flight.
package protocol PageRequesting {
  /// Returns the value without the request.
  func endingRequest() -> Self
  /// Returns the value without the request and without failures, so that it asks for each page again.
  func atRest() -> Self
}

extension Pager: PageRequesting {
  package func endingRequest() -> Self {
    var pager = self
    if let outstanding { pager.cancel(outstanding) }
    return pager
  }

  package func atRest() -> Self {
    var pager = endingRequest()
    pager.awaited = nil
    pager.failedRefresh = nil
    if case .failed(let failed) = position {
      pager.position = ends.after.isEmpty ? failed.request.position : .end
    }
    if case .failed(let failed) = ends.beginning {
      pager.ends.beginning = ends.before.isEmpty ? failed.request.position : .end
    }
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

extension Pager.Request {
  /// The position that leads to this request.
  fileprivate var position: Pager.Position {
    guard kind != .first, let cursor else { return .start }
    return .more(cursor, page: page)
  }
}
