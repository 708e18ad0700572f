import Logging
import StateEngine

/// Starts effects and sees them to their end.
///
/// It holds the state, never the store.
@MainActor
final class EffectRunner<F: Feature> {
  typealias Effect = EffectDescription
  typealias Cause = EffectCause
  typealias Scope = EffectScope

  let state: F.State
  let pipeline: ActionPipeline<F.Action, F.State>
  let tracker: ActionTracker
  let store: WeakStore
  let clock: any Clock<Duration>

  private let host: EffectHost<F.Action, F.State>
  let scheduler: WorkScheduler
  let table = EffectTable<F.Action>()
  /// Takes the values for the store's parent.
  var onOutput: (@MainActor (any Sendable) -> Void)?
  var registry: TaskRegistry { tracker.registry }

  init(
    state: F.State,
    pipeline: ActionPipeline<F.Action, F.State>,
    tracker: ActionTracker,
    store: WeakStore,
    clock: any Clock<Duration>
  ) {
    self.state = state
    self.pipeline = pipeline
    self.tracker = tracker
    self.store = store
    self.clock = clock
    scheduler = WorkScheduler(clock: clock)
    let sender = ActionSender<F.Action> { [store] action, origin in
      (store.object as? Store<F>)?.send(action, from: origin)
    }
    host = EffectHost(state: state, sender: sender)
  }

  /// Starts an effect; when this returns, a cancel reaches it.
  func start(_ effect: Effect, cause: Cause) {
    start(effect, in: Scope(cause: cause))
  }

  func start(_ effect: Effect, in scope: Scope) {
    switch effect.kind {
    case .run(let operation):
      startTask(for: effect, operation, in: scope)
    case .cancel, .output:
      perform(effect)
    case .merge(let parts):
      start(tasks(of: parts), in: entering(effect, from: scope))
    case .concatenate(let parts):
      let inner = entering(effect, from: scope)
      startTask(for: effect, in: scope, parts: inner) {
        await $0.runInOrder($0.tasks(of: parts), in: $1)
      }
    case .retry(let policy, let repeated):
      let inner = entering(effect, from: scope)
      startTask(for: effect, in: scope, parts: inner) {
        await $0.run(repeated, under: policy, in: $1)
      }
    case .timeout(let duration, let limited):
      let inner = entering(effect, from: scope)
      startTask(for: effect, in: scope, parts: inner) {
        await $0.run(limited, within: duration, in: $1)
      }
    case .scheduled(let key, let rule, let scheduled):
      schedule(
        scheduled,
        under: key,
        rule,
        in: entering(effect, from: scope),
        completion: scope.completion
      )
    }
  }

  /// Does what takes no time; `false` if the effect is of another kind.
  @discardableResult
  private func perform(_ effect: Effect) -> Bool {
    switch effect.kind {
    case .cancel(let keys): for key in keys { registry.cancel(key) }
    case .output(let value): deliver(output: value)
    case .run, .merge, .concatenate, .scheduled, .retry, .timeout:
      return false
    }
    return true
  }

  /// Hands a value to the store's parent.
  func deliver(output value: any Sendable) {
    if let onOutput { return onOutput(value) }
    logger.debug("Nobody takes a feature's output", metadata: ["feature": "\(F.self)"])
  }

  /// Starts the task of a single effect.
  private func startTask(
    for effect: Effect,
    _ operation: @escaping Effect.Operation,
    in scope: Scope
  ) {
    let id = scope.cause.id
    guard tracker.beginWork(id) else { return }
    scope.completion?.enter()
    let entry = begin(effect, in: scope)
    let ticket = registry.admit(
      effect.options.key,
      inheriting: scope.keys,
      group: id,
      policy: effect.options.policy
    )
    guard let ticket else { return end(entry, in: scope) }
    let context = EffectContext(store: store, tracker: tracker, action: id)
    // The task has the context from its beginning: that is cheaper than to give it to its operation.
    let task = EffectContext.$current.withValue(context) {
      ImmediateTask.enqueue(
        name: effect.name,
        priority: scope.priority ?? effect.options.priority
      ) { @MainActor [self] in
        // It may have been cancelled before it began.
        if !Task.isCancelled {
          do {
            try await operation(host)
          } catch {
            if !isCancellation(error) { await handle(error, of: effect, in: scope) }
          }
        }
        registry.end(ticket)
        end(entry, in: scope)
      }
    }
    registry.attach(.task(task), to: ticket)
    if let entry { table.attach(task, to: entry) }
    // Cancelled before the task was there to be reached.
    if tracker.isCancelled(id) { registry.cancel(groups: [id]) }
  }

  /// Takes a started effect out of the books.
  func end(_ entry: Int?, in scope: Scope) {
    if let entry { table.end(entry) }
    tracker.endWork(scope.cause.id)
    scope.completion?.leave()
  }

  /// Starts the task in which the parts of an effect are run, in a scope of their own.
  private func startTask(
    for effect: Effect,
    in scope: Scope,
    parts: Scope,
    operation: @escaping @MainActor (EffectRunner, Scope) async -> Void
  ) {
    let id = scope.cause.id
    guard tracker.beginWork(id) else { return }
    var inner = parts
    let entry = table.begin(
      description(of: effect, in: scope, state: .waiting),
      in: scope.enclosing,
      isComposition: true
    )
    inner.enclosing = entry
    scope.completion?.enter()
    let context = EffectContext(store: store, tracker: tracker, action: id)
    let task = registry.run(
      effect.options.key,
      inheriting: scope.keys,
      group: id,
      policy: effect.options.policy,
      isCounted: false,
      name: effect.name,
      priority: scope.priority ?? effect.options.priority
    ) {
      // Cancelled before it began.
      if Task.isCancelled { return }
      await EffectContext.$current.withValue(context) { await operation(self, inner) }
    } onEnd: { [self] in
      end(entry, in: scope)
    }
    if let entry { table.attach(task, to: entry) }
    // Cancelled before the task was there to be reached.
    if tracker.isCancelled(id) { registry.cancel(groups: [id]) }
  }

  /// Runs a single effect in the current task and hands its failure on.
  func run(_ effect: Effect, in scope: Scope) async {
    if let error = await failure(of: effect) { await handle(error, of: effect, in: scope) }
  }

  func handle(_ error: any Error, of effect: Effect, in scope: Scope) async {
    if let handler = effect.options.failureHandler {
      handler(error, host)
    } else {
      await deliver(error, in: scope)
    }
  }

  func failure(of effect: Effect) async -> (any Error)? {
    guard case .run(let operation) = effect.kind else { return nil }
    do {
      try await operation(host)
      return nil
    } catch {
      return isCancellation(error) ? nil : error
    }
  }

  private func runInOrder(_ tasks: [ActionTask<F.Action, F.State>], in scope: Scope) async {
    // Parts that run in this task are counted as one: there is one of them at a time.
    var ticket: TaskRegistry.Ticket?
    loop: for index in tasks.indices {
      if Task.isCancelled { break }
      switch tasks[index].content {
      case .none: continue
      case .work(let operation):
        ticket = ticket ?? registry.admit(nil, inheriting: scope.keys, group: scope.cause.id)
        let entry = table.isKept ? beginPart(tasks[index], in: scope) : nil
        do {
          try await operation(state)
          if let entry { table.end(entry) }
        } catch {
          if let entry { table.end(entry) }
          if isCancellation(error) { continue }
          await deliver(error, in: scope)
          break loop
        }
      case .effect(let effect):
        if !needsOwnTask(effect, in: scope) {
          ticket = ticket ?? registry.admit(nil, inheriting: scope.keys, group: scope.cause.id)
          guard let error = await runInline(effect, in: scope) else { continue }
          await deliver(error, in: scope)
          break loop
        }
        if let ended = ticket { registry.end(ended) }
        ticket = nil
        let errors = await runToEnd(effect, in: scope)
        for error in errors { await deliver(error, in: scope) }
        if !errors.isEmpty { break loop }
      }
    }
    if let ticket { registry.end(ticket) }
  }

  /// Enters a part that runs in the task of its composition into the table of effects.
  func beginPart(_ task: ActionTask<F.Action, F.State>, in scope: Scope) -> Int? {
    task.effect.flatMap { begin($0, in: scope) }
  }

  private func begin(_ effect: Effect, in scope: Scope) -> Int? {
    table.begin(description(of: effect, in: scope, state: .running), in: scope.enclosing)
  }

  /// Runs one part of a concatenation to its end.
  ///
  /// - Returns: The failures that no handler of the part took; they stop the concatenation.
  private func runToEnd(_ effect: Effect, in scope: Scope) async -> [any Error] {
    if perform(effect) { return [] }
    if !needsOwnTask(effect, in: scope) {
      let ticket = registry.admit(nil, inheriting: scope.keys, group: scope.cause.id)
      defer { if let ticket { registry.end(ticket) } }
      return await runInline(effect, in: scope).map { [$0] } ?? []
    }
    return await runInOwnTask(effect, in: scope)
  }

  private func runInOwnTask(_ effect: Effect, in scope: Scope) async -> [any Error] {
    let completion = CompletionCount()
    let failures = FailureCollector(handler: nil)
    var inner = scope
    inner.completion = completion
    inner.failures = failures
    start(effect, in: inner)
    await completion.wait()
    return failures.all
  }

  /// Whether a part is more than one operation, can be cancelled on its own or has a priority of its
  /// own.
  func needsOwnTask(_ effect: Effect, in scope: Scope) -> Bool {
    !effect.isSingle || effect.options.key != nil
      || (effect.options.priority != nil && scope.priority == nil)
  }

  private func runInline(_ effect: Effect, in scope: Scope) async -> (any Error)? {
    let entry = begin(effect, in: scope)
    let error = await failure(of: effect)
    if let entry { table.end(entry) }
    guard let error, let handler = effect.options.failureHandler else { return error }
    handler(error, host)
    return nil
  }

  func description(
    of effect: Effect,
    in scope: Scope,
    state: RunningEffect<F.Action>.State
  ) -> RunningEffect<F.Action> {
    RunningEffect(
      name: effect.name,
      id: (effect.options.key ?? scope.keys.last { !($0.value is UniqueKey) })?.value,
      action: action(of: scope.cause),
      fileID: scope.cause.origin.fileID,
      line: scope.cause.origin.line,
      start: .now,
      state: state
    )
  }

  private func tasks(of parts: any EffectParts) -> [ActionTask<F.Action, F.State>] {
    unsafeDowncast(parts, to: TaskParts<F.Action, F.State>.self).tasks
  }

  private func action(of cause: Cause) -> F.Action {
    guard let action = cause.action as? F.Action else {
      preconditionFailure("The cause of an effect is an action of its store.")
    }
    return action
  }

  private func run(_ effect: Effect, under policy: RetryPolicy, in scope: Scope) async {
    let clock = clock
    var errors: [any Error] = []
    do {
      try await retrying(policy, clock: clock) {
        errors = await runToEnd(effect, in: scope)
        if let error = errors.first { throw error }
      }
    } catch {
      if isCancellation(error) { return }
      for error in errors { await deliver(error, in: scope) }
    }
  }

  private func run(_ effect: Effect, within duration: Duration, in scope: Scope) async {
    let key = makeUniqueKey()
    var inner = scope
    inner.keys.append(key)
    var isLate = false
    let timer = ImmediateTask.start { @MainActor [clock, registry] in
      guard (try? await clock.pause(for: duration)) != nil else { return }
      isLate = true
      registry.cancel(key)
    }
    let errors = await runInOwnTask(effect, in: inner)
    timer.cancel()
    if isLate {
      await deliver(TimeoutError(duration: duration), in: scope)
    } else {
      for error in errors { await deliver(error, in: scope) }
    }
  }

  /// A key that reaches one run only, whatever other keys it has.
  func makeUniqueKey() -> TaskKey {
    TaskKey(UniqueKey(number: registry.makeGroup()))
  }

  /// The scope of a composition's parts.
  private func entering(_ composition: Effect, from scope: Scope) -> Scope {
    var scope = scope
    if let key = composition.options.key {
      if composition.options.policy == .cancelExisting, !tracker.isCancelled(scope.cause.id) {
        registry.cancel(key)
      }
      // Once, and where it is innermost.
      scope.keys.removeAll { $0 == key }
      scope.keys.append(key)
    }
    scope.priority = scope.priority ?? composition.options.priority
    if let handler = composition.options.failureHandler {
      scope.failures = FailureCollector(handler: handler)
    }
    return scope
  }

  func deliver(_ error: any Error, in scope: Scope) async {
    guard let failures = scope.failures else {
      return await pipeline.report(error, action(of: scope.cause), state)
    }
    if !failures.take(error, host) {
      logger.error(
        "A further failure in a composition, after the one that was handled",
        metadata: ["action": "\(describeForLog(action(of: scope.cause)))", "error": "\(error)"]
      )
    }
  }
}

private struct UniqueKey: Hashable, Sendable {
  let number: Int
}
