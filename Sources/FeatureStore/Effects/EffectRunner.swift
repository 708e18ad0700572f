import Logging
import StateCore
import StateFields

/// An object that starts effects and manages them until they end.
///
/// It holds the state, never the store.
@MainActor
final class EffectRunner {
  typealias Effect = EffectDescription

  let environment: any EffectEnvironment
  let work: RunningWork
  /// The store's entry in the ledger of running work.
  let owner: WorkID
  let store: WeakStore
  let clock: any Clock<Duration>
  /// Whether handlers that no other code's environment surrounds run without a context.
  let isPlain: Bool
  /// The context of handlers that are in no run.
  private lazy var ownContext = EnvironmentContext(store.environment, of: store.feature)
  let execution: StoreExecution
  /// Receives the values for the store's parent.
  var onOutput: (@MainActor (any Sendable) -> Void)?
  /// Whether effects have labels, which `effects` needs to list them.
  #if DEBUG
  var listsEffects = true
  #else
  var listsEffects = false
  #endif

  init(
    environment: any EffectEnvironment,
    work: RunningWork,
    store: WeakStore,
    clock: any Clock<Duration>,
    isPlain: Bool,
    execution: StoreExecution = .whole
  ) {
    self.environment = environment
    self.work = work
    owner = work.insertOwner()
    self.store = store
    self.clock = clock
    self.isPlain = isPlain
    self.execution = execution
  }

  /// Runs code of the feature with the store's environment.
  func withEnvironment<Result>(_ body: () -> Result) -> Result {
    withEnvironment(in: StoreContexts.current, body)
  }

  /// Runs code of the feature with the store's environment; `outer` is the current context.
  func withEnvironment<Result>(in outer: (any StoreContext)?, _ body: () -> Result) -> Result {
    guard let outer else {
      return isPlain ? body() : StoreContexts.$current.withValue(ownContext, operation: body)
    }
    if outer === ownContext { return body() }
    guard let run = outer.run else {
      return StoreContexts.$current.withValue(ownContext, operation: body)
    }
    if outer === run, EffectContext.current?.store === store { return body() }
    // The run may be that of another store.
    let isOwn = EffectContext.current?.store === store
    let context = isOwn ? run : EnvironmentContext(store.environment, of: store.feature, in: run)
    return StoreContexts.$current.withValue(context, operation: body)
  }

  private enum Step {
    case start(EffectContent, EffectScope)
    case close(WorkID)
  }

  /// Starts an effect; when this function returns, a cancel reaches it.
  func start(_ content: EffectContent, in scope: EffectScope) {
    guard execution.isWhole else { return performOnly(content) }
    // Use a list of steps instead of recursion, because merges can be nested at any depth.
    var steps: [Step] = []
    startStep(content, in: scope, &steps)
    while let step = steps.popLast() {
      switch step {
      case .close(let group): work.closeGroup(group)
      case .start(let part, let scope): startStep(part, in: scope, &steps)
      }
    }
  }

  private func startStep(_ content: EffectContent, in scope: EffectScope, _ steps: inout [Step]) {
    switch content {
    case .none: break
    case .work(let operation): startWork(operation, of: nil, in: scope)
    case .effect(let effect): startEffect(effect, in: scope, &steps)
    }
  }

  /// Starts the parts of a merge in their order.
  ///
  /// The first part that is a merge becomes a step, and so do the parts after it.
  private func startParts(
    _ parts: [EffectContent],
    in scope: EffectScope,
    _ steps: inout [Step]
  ) {
    for (index, part) in parts.enumerated() {
      guard !part.isMerge else {
        for part in parts[index...].reversed() { steps.append(.start(part, scope)) }
        return
      }
      startStep(part, in: scope, &steps)
    }
  }

  private func startEffect(_ effect: Effect, in scope: EffectScope, _ steps: inout [Step]) {
    switch effect.kind {
    case .cancel, .output, .send:
      perform(effect, in: scope)
    case .run(let operation):
      startWork(operation, of: effect, in: scope)
    case .every(let interval, let operation):
      startRepeated(operation, every: interval, of: effect, in: scope)
    case .merge(let parts):
      guard let inner = openGroup(for: effect, in: scope, &steps) else { return }
      startParts(parts.contents, in: inner, &steps)
    case .concatenate(let parts):
      startInOrder(parts, of: effect, in: scope)
    case .wrapped(let wrapper, let part):
      startWrapped(part, by: wrapper, of: effect, in: scope)
    }
  }

  /// Returns the scope of a merge's parts, which form a group if the merge has an id.
  private func openGroup(
    for merge: Effect,
    in scope: EffectScope,
    _ steps: inout [Step]
  ) -> EffectScope? {
    var inner = entering(merge, from: scope)
    guard merge.options.key != nil else { return inner }
    var request = request(merge, .group, in: scope)
    request.label = nil
    guard case .started(let group) = enter(request, merge) else { return nil }
    steps.append(.close(group))
    inner.parent = group
    inner.isPart = true
    return inner
  }

  // MARK: Scopes

  func request(
    _ effect: Effect?,
    _ kind: WorkRequest.Kind,
    in scope: EffectScope
  ) -> WorkRequest {
    var request = WorkRequest(parent: scope.parent)
    if let options = effect?.options {
      request.key = options.key
      request.rule = options.policy.rule
    }
    request.kind = kind
    request.isPart = scope.isPart
    request.label = label(effect?.name, in: scope)
    return request
  }

  func label(_ name: String?, in scope: EffectScope) -> (any WorkLabel)? {
    listsEffects ? EffectLabel(name, scope.cause) : nil
  }

  /// Returns the scope of a composition's parts.
  func entering(_ composition: Effect, from scope: EffectScope) -> EffectScope {
    var scope = scope
    scope.priority = scope.priority ?? composition.options.priority
    if let handler = composition.options.failureHandler {
      scope.failures = FailureCollector(handler: handler)
    }
    return scope
  }
}
