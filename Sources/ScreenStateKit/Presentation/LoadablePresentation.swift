/// The part of loadable content that a view shows.
enum LoadablePresentation<Value> {
  /// No content is available yet.
  case progress
  /// The value to show; next to a failure, it is the previous value.
  case content(Value, failure: LoadFailure?)
  /// The last load has ended without content.
  case empty
  case failure(LoadFailure)

  /// Creates the presentation of `loadable`; `retry` is the action for failures without their own retry.
  init(_ loadable: Loadable<Value>, retry: AsyncActionVoid?) {
    switch loadable {
    case .idle: self = .progress
    case .loading(previous: .none, after: .empty): self = .empty
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

  /// Returns the previous value to show, or `nil` for an empty collection.
  private static func shown(_ previous: Value?) -> Value? {
    previous.flatMap { Loadable.isEmpty($0) ? nil : $0 }
  }
}

extension LoadablePresentation: Equatable where Value: Equatable {}
