import StateCore

/// The loading state of content, with every case that a screen must distinguish, in one value.
public enum Loadable<Value> {
  /// No load has started.
  case idle
  /// A load is in flight, the first one or a later one; a cancel restores the outcome of the previous load.
  case loading(previous: Value?, after: LoadEnding = .success)
  /// Loading succeeded with content.
  case loaded(Value)
  /// Loading succeeded without content.
  case empty
  /// Loading failed; `retry` loads again.
  case failed(DisplayableError, previous: Value?, retry: AsyncActionVoid?)

  /// Creates loaded content; an empty collection is `empty`.
  public init(_ value: Value) {
    self = Self.isEmpty(value) ? .empty : .loaded(value)
  }

  // MARK: Reads

  /// The loaded value or, during a load and after a failure, the previous one.
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

  /// Whether a load has succeeded, even without a value.
  var hasContent: Bool {
    switch self {
    case .idle: false
    case .loaded, .empty, .loading(_, after: .empty): true
    case .loading(let previous, _), .failed(_, let previous, _): previous != nil
    }
  }

  /// The error of the load that ended last, until the next one starts.
  public var error: DisplayableError? {
    if case .failed(let error, _, _) = self { error } else { nil }
  }

  /// The action that loads the content again after a failure, if there is one.
  public var retry: AsyncActionVoid? {
    if case .failed(_, _, let retry) = self { retry } else { nil }
  }

  // MARK: Changes

  /// Starts loading and keeps the current value.
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

  /// Ends loading with an error and keeps the current value.
  ///
  /// An error that reports a cancellation only cancels the load: a `CancellationError`, or the cancellation error of a
  /// URL session. A `DisplayableError` keeps its identity.
  public mutating func fail(_ error: any Error, retry: AsyncActionVoid? = nil) {
    guard !saysCancelled(error) else { return cancel() }
    let error = error as? DisplayableError ?? DisplayableError(error: error)
    self = .failed(error, previous: value ?? emptyValue, retry: retry)
  }

  /// Changes the current value; a collection becomes `empty` or `loaded`, depending on its elements.
  ///
  /// If the content is `empty`, `change` receives an empty collection, to which it may add the first element. This
  /// requires a collection that is `RangeReplaceableCollection` or has a literal, such as an array, a set, a
  /// dictionary, or a string. Other content stays `empty`. Before the first load has succeeded, nothing happens.
  public mutating func update(_ change: (inout Value) throws -> Void) rethrows {
    self = try map { value in
      var value = value
      try change(&value)
      return value
    }
  }

  /// Ends loading as if it had not started.
  ///
  /// If no load is in flight, nothing happens.
  public mutating func cancel() {
    guard case .loading(let previous, let ending) = self else { return }
    switch ending {
    case .success: self = previous.map { .loaded($0) } ?? .idle
    case .empty: self = .empty
    case .failure(let error, let retry): self = .failed(error, previous: previous, retry: retry)
    }
  }

  /// Returns the same case with a transformed value.
  ///
  /// If the result is a collection, its elements decide between `empty` and `loaded`, and `empty` content is
  /// transformed as an empty collection. Otherwise, a loaded value stays loaded, and `empty` stays `empty`.
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

  /// Returns a repeated load whose `ending` matches the value: an empty collection is kept only after a failure.
  private static func loading(_ value: Value?, after ending: LoadEnding) -> Self {
    if case .failure = ending { return .loading(previous: value, after: ending) }
    guard let value else { return .loading(previous: nil, after: ending) }
    return isEmpty(value) ? .loading(previous: nil, after: .empty) : .loading(previous: value)
  }

  /// The empty collection that `empty` content represents, if one can be created.
  private var emptyValue: Value? {
    switch self {
    case .empty, .loading(previous: .none, after: .empty): makeEmptyCollection(Value.self)
    case .idle, .loading, .loaded, .failed: nil
    }
  }

  /// Returns the empty collection for a transformation, if the result is also a collection.
  private func emptyValue<Other>(of _: Other.Type) -> Value? {
    Other.self is any Collection.Type ? emptyValue : nil
  }

  /// Checks at run time, because generic code that doesn't constrain `Value` must get the same result.
  static func isEmpty(_ value: Value) -> Bool {
    (value as? any Collection)?.isEmpty ?? false
  }
}

extension Loadable: Sendable where Value: Sendable {}
extension Loadable: Equatable where Value: Equatable {}
extension Loadable: Hashable where Value: Hashable {}

extension Loadable where Value: PlaceholderRepresentable {
  /// The value to show: the content, or the placeholder until a load has ended with content or without.
  ///
  /// It is `nil` if the content is `empty`, also while it loads again, or if loading failed without a value.
  public var content: Value? {
    switch self {
    case .loading(previous: .none, after: .empty): nil
    case .idle, .loading(previous: .none, _): .placeholder
    case .loading, .loaded, .empty, .failed: value
    }
  }
}
