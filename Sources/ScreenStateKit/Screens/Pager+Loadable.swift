extension Pager {
  /// The list as one value to switch over.
  ///
  /// It is `failed` only if the first page or a refresh has failed. After other failures the list is still shown, and
  /// `phase` describes the failure.
  public var content: Loadable<[Item]> {
    let items = items
    let previous = items.isEmpty ? nil : items
    if let refreshError, phase != .loadingFirst {
      return .failed(refreshError, previous: previous, retry: nil)
    }
    // A list that was empty is still known to be empty.
    if case (.loadingFirst, .end) = (phase, position), items.isEmpty {
      return .loading(previous: nil, after: .empty)
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
