/// The part of loadable content that a view shows.
enum LoadablePresentation<Value> {
  /// There is nothing to show yet.
  case progress
  /// There is a value; with a failure, it is the one from before.
  case content(Value, failure: LoadFailure?)
  /// There is nothing, and that is all.
  case empty
  case failure(LoadFailure)

  /// Decides for `loadable`; `retry` is for a failure that brings no retry of its own.
  init(_ loadable: Loadable<Value>, retry: AsyncActionVoid?) {
    switch loadable {
    case .idle: self = .progress
    case .loading(let previous, _):
      self = Self.shown(previous).map { .content($0, failure: nil) } ?? .progress
    case .loaded(let value):
      self = .content(value, failure: nil)
    case .empty:
      self = .empty
    case .failed(let error, let previous, let ownRetry):
      let failure = LoadFailure(error: error, retry: ownRetry ?? retry)
      self = Self.shown(previous).map { .content($0, failure: failure) } ?? .failure(failure)
    }
  }

  /// An empty collection from before shows nothing.
  private static func shown(_ previous: Value?) -> Value? {
    previous.flatMap { Loadable.isEmpty($0) ? nil : $0 }
  }
}

extension LoadablePresentation: Equatable where Value: Equatable {}
