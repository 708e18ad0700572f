extension Pager {
  /// The list as one value to switch over.
  ///
  /// A failure counts only if it is that of the first page or of a refresh: after that there is a list
  /// to show, and `phase` tells the rest.
  public var content: Loadable<[Item]> {
    let items = items
    let previous = items.isEmpty ? nil : items
    if let refreshError, phase != .loadingFirst {
      return .failed(refreshError, previous: previous, retry: nil)
    }
    return switch phase {
    case .idle: .idle
    case .loadingFirst: .loading(previous: previous)
    case .empty: .empty
    case .failed(1, let error): .failed(error, previous: previous, retry: nil)
    case .loadingNext, .ready, .exhausted, .failed: .loaded(items)
    }
  }
}

extension PagedScreenState {
  /// The list as one value to switch over.
  public var content: Loadable<[Item]> { pager.content }
}
