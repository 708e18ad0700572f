import Logging
import StateCore
import StateFields

extension EffectRunner {
  /// Reports an effect's error, unless the effect was cancelled.
  func fail(_ error: any Error, _ effect: Effect?, in scope: EffectScope) async {
    if EffectContext.isCurrentCancelled { return log(error, ofCancelledEffectOf: scope.cause) }
    if let handler = effect?.options.failureHandler {
      store.listener?.failed(error, isVeto: false)
      handler(error, environment)
    } else {
      await deliver(error, in: scope)
    }
  }

  func deliver(_ error: any Error, in scope: EffectScope) async {
    guard let failures = scope.failures else {
      return await environment.report(error, of: scope.cause)
    }
    if !failures.take(error, environment) {
      logger.error(
        "Another effect of a composition failed after the first failure was handled",
        metadata: metadata(error, scope.cause)
      )
    }
  }

  private func log(_ error: any Error, ofCancelledEffectOf cause: EffectCause) {
    if error is CancellationError { return }
    logger.debug(
      "An effect failed after it was cancelled",
      metadata: metadata(error, cause)
    )
  }

  private func metadata(_ error: any Error, _ cause: EffectCause) -> Logger.Metadata {
    ["action": "\(environment.describe(cause))", "error": "\(describeForLog(error: error))"]
  }

  /// Performs an effect that completes immediately.
  ///
  /// - Returns: `false` for all other kinds.
  @discardableResult
  func perform(_ effect: Effect, in scope: EffectScope) -> Bool {
    switch effect.kind {
    case .cancel(let keys):
      if passThroughLane(effect, in: scope) {
        for key in keys { work.cancel(key, by: scope.parent) }
      }
    case .output(let value):
      if passThroughLane(effect, in: scope) { deliver(output: value) }
    case .send(let send):
      if passThroughLane(effect, in: scope) { send(environment) }
    case .run, .every, .merge, .concatenate, .wrapped:
      return false
    }
    return true
  }

  /// Replaces the work that runs under the id of an effect that completes immediately, if the effect has an id.
  ///
  /// - Returns: `false` if the effect was cancelled before it could begin.
  private func passThroughLane(_ effect: Effect, in scope: EffectScope) -> Bool {
    guard effect.options.key != nil else { return true }
    var request = request(effect, .leaf, in: scope)
    request.label = nil
    guard case .started(let id) = enter(request, effect) else { return false }
    work.end(id)
    return true
  }

  /// Sends a value to the store's parent.
  func deliver(output value: any Sendable) {
    if let onOutput { return onOutput(value) }
    reportDrop(
      "An output was dropped: the feature's store has no parent and no onOutput",
      metadata: ["feature": "\(environment.feature)"]
    )
  }

  /// Sends the actions and outputs that `start` sends in its call, and starts nothing.
  func performOnly(_ content: EffectContent) {
    var open = [content]
    while let next = open.popLast() {
      guard case .effect(let effect) = next else { continue }
      switch effect.kind {
      case .output(let value): deliver(output: value)
      case .send(let send): send(environment)
      case .merge(let parts): open += parts.contents.reversed()
      case .concatenate(let parts): open += parts.leading.reversed()
      case .wrapped(let wrapper, let part):
        if wrapper.beginsAtOnce { open.append(.effect(part)) }
      case .run, .cancel, .every: break
      }
    }
  }
}
