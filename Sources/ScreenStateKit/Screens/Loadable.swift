/// Content that is loaded: everything a screen has to tell apart, in one value.
public enum Loadable<Value> {
  /// Nothing was started yet.
  case idle
  /// Loading, for the first time or again; a cancel goes back to how the load before has ended.
  case loading(previous: Value?, after: LoadEnding = .success)
  /// Loading succeeded.
  case loaded(Value)
  /// Loading succeeded and there is nothing.
  case empty
  /// Loading failed; `retry` loads again.
  case failed(DisplayableError, previous: Value?, retry: AsyncActionVoid?)

  /// Makes content that is there already; an empty collection is `empty`.
  public init(_ value: Value) {
    self = Self.isEmpty(value) ? .empty : .loaded(value)
  }

  // MARK: Reading

  /// The value that is loaded or, while loading and after a failure, the one from before.
  public var value: Value? {
    switch self {
    case .loaded(let value): value
    case .loading(let previous, _), .failed(_, let previous, _): previous
    case .idle, .empty: nil
    }
  }

  /// Whether a load has started and not ended.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// The error of the load that ended last, until the next one starts.
  public var error: DisplayableError? {
    if case .failed(let error, _, _) = self { error } else { nil }
  }

  /// Loads the content again after a failure, if given.
  public var retry: AsyncActionVoid? {
    if case .failed(_, _, let retry) = self { retry } else { nil }
  }

  // MARK: Changing

  /// Starts loading and keeps the value there is.
  public mutating func start() {
    switch self {
    case .idle: self = .loading(previous: nil)
    case .loading: break
    case .loaded(let value): self = .loading(previous: value)
    case .empty: self = .loading(previous: nil, after: .empty)
    case .failed(let error, let previous, let retry):
      self = .loading(previous: previous, after: .failure(error, retry: retry))
    }
  }

  /// Ends loading with `value`; an empty collection is `empty`.
  public mutating func finish(_ value: Value) {
    self = Self(value)
  }

  /// Ends loading with an error and keeps the value there is; an error that says that the load was
  /// cancelled, a `CancellationError` or that of a URL session, only cancels.
  ///
  /// A `DisplayableError` keeps its identity.
  public mutating func fail(_ error: any Error, retry: AsyncActionVoid? = nil) {
    guard !saysCancelled(error) else { return cancel() }
    let error = error as? DisplayableError ?? DisplayableError(error: error)
    self = .failed(error, previous: value ?? emptyValue, retry: retry)
  }

  /// Changes the value there is; the elements of a collection decide between `empty` and `loaded`.
  ///
  /// `empty` content is an empty collection, to which `change` may add the first element. This needs a collection
  /// that has a literal or is `RangeReplaceableCollection`, such as an array, a set, a dictionary or a string; other
  /// content that is `empty` stays so. Before the first load has succeeded, nothing happens.
  public mutating func update(_ change: (inout Value) throws -> Void) rethrows {
    self = try map { value in
      var value = value
      try change(&value)
      return value
    }
  }

  /// Ends loading as if it had not been started.
  ///
  /// While nothing is loading, nothing happens.
  public mutating func cancel() {
    guard case .loading(let previous, let ending) = self else { return }
    switch ending {
    case .success: self = previous.map { .loaded($0) } ?? .idle
    case .empty: self = .empty
    case .failure(let error, let retry): self = .failed(error, previous: previous, retry: retry)
    }
  }

  /// The same with another value in it.
  ///
  /// If that is a collection, its elements decide between `empty` and `loaded`, and `empty` content is transformed as
  /// an empty collection. Otherwise a value that was loaded stays loaded, and `empty` stays `empty`.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Loadable<Other> {
    switch self {
    case .idle: return .idle
    case .loaded(let value): return Loadable<Other>(try transform(value))
    case .empty:
      guard let value = try emptyValue(of: Other.self).map(transform) else { return .empty }
      return Loadable<Other>(value)
    case .loading(let previous, let ending):
      let emptyValue = ending == .empty ? emptyValue(of: Other.self) : nil
      let value = try (previous ?? emptyValue).map(transform)
      return .loading(value, after: ending)
    case .failed(let error, let previous, let retry):
      return .failed(error, previous: try previous.map(transform), retry: retry)
    }
  }

  /// Loading again, where `ending` agrees with the value: nothing but a failure has an empty collection.
  private static func loading(_ value: Value?, after ending: LoadEnding) -> Self {
    if case .failure = ending { return .loading(previous: value, after: ending) }
    guard let value else { return .loading(previous: nil, after: ending) }
    return isEmpty(value) ? .loading(previous: nil, after: .empty) : .loading(previous: value)
  }

  /// The collection without elements that `empty` content stands for, if one can be made.
  private var emptyValue: Value? {
    switch self {
    case .empty, .loading(previous: .none, after: .empty): makeEmptyCollection(Value.self)
    case .idle, .loading, .loaded, .failed: nil
    }
  }

  /// The same for a transformation, which sees it only if its result is a collection as well.
  private func emptyValue<Other>(of _: Other.Type) -> Value? {
    Other.self is any Collection.Type ? emptyValue : nil
  }

  /// Asks at run time: generic code that knows nothing of `Value` has to come to the same result.
  static func isEmpty(_ value: Value) -> Bool {
    (value as? any Collection)?.isEmpty ?? false
  }
}

extension Loadable: Sendable where Value: Sendable {}
extension Loadable: Equatable where Value: Equatable {}
extension Loadable: Hashable where Value: Hashable {}

extension Loadable where Value: PlaceholderRepresentable {
  /// The value to draw: the content, or the placeholder until the first load has ended.
  ///
  /// `nil` if there is nothing: when it is `empty`, or failed without a value.
  public var content: Value? {
    switch self {
    case .idle, .loading(previous: .none, _): .placeholder
    case .loading, .loaded, .empty, .failed: value
    }
  }
}
