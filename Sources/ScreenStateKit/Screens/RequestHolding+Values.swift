import StateFields

extension Pager: RequestHolding where Item: Equatable, Cursor: Equatable {
  package var withoutRequest: Pager {
    var copy = self
    copy.outstanding = nil
    copy.awaited = nil
    return copy
  }
}

extension Loadable: RequestHolding where Value: Equatable {
  package var withoutRequest: Loadable {
    var copy = self
    copy.cancel()
    return copy
  }
}
