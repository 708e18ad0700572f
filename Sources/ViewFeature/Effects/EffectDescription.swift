import StateEngine

/// A description of an effect, of whatever feature: `ActionTask` is what has types.
///
/// Code without type parameters is several times as fast, as nothing has to be looked up for it.
final class EffectDescription: Sendable {
  /// Work that is given the `EffectHost` of its store.
  typealias Operation = @MainActor (_ host: AnyObject) async throws -> Void
  typealias FailureHandler = @MainActor (_ error: any Error, _ host: AnyObject) -> Void

  enum Kind: Sendable {
    case run(Operation)
    case cancel([TaskKey])
    /// A value for the store's parent.
    case output(any Sendable)
    case merge(any EffectParts)
    case concatenate(any EffectParts)
    /// An effect that begins when the policy of its key says so.
    case scheduled(TaskKey, ExecutionPolicy.Rule, EffectDescription)
    case retry(RetryPolicy, EffectDescription)
    case timeout(Duration, EffectDescription)
  }

  struct Options: Sendable {
    var key: TaskKey?
    var policy = DuplicatePolicy.cancelExisting
    var failureHandler: FailureHandler?
    var priority: TaskPriority?
  }

  let kind: Kind
  let name: String?
  let options: Options

  init(_ kind: Kind, name: String? = nil, options: Options = Options()) {
    self.kind = kind
    self.name = name
    self.options = options
  }

  /// Whether it is one operation, and not composed of others.
  var isSingle: Bool {
    if case .run = kind { true } else { false }
  }

  /// The ids under which it and its parts run, as text, outermost first.
  var ids: [String] {
    let own = options.key.map { [$0.description] } ?? []
    switch kind {
    case .run, .cancel, .output: return own
    case .merge(let parts), .concatenate(let parts): return own + parts.ids
    case .scheduled(let key, _, let part): return own + [key.description] + part.ids
    case .retry(_, let part), .timeout(_, let part): return own + part.ids
    }
  }
}
