@testable import FeatureStore

/// The state of the features in these tests.
@Observable final class ScriptState: EffectLog {
  var log: [String] = []
  var count = 0
}

/// An action that contains its handler code.
struct ScriptAction: Sendable, CustomStringConvertible {
  typealias Effect = ActionTask<ScriptAction, ScriptState>

  let description: String
  let body: @MainActor (ScriptState) throws -> Effect

  init(
    _ description: String = "action",
    body: @escaping @MainActor (ScriptState) throws -> Effect = { _ in .none }
  ) {
    self.description = description
    self.body = body
  }

  /// Returns an action that writes its name into the log.
  static func log(_ name: String) -> ScriptAction {
    ScriptAction(name) {
      $0.log.append(name)
      return .none
    }
  }

  /// Returns an action that only has an effect.
  static func effect(_ name: String = "effect", _ effect: Effect) -> ScriptAction {
    ScriptAction(name) { _ in effect }
  }

  static func run(
    _ name: String = "run",
    _ operation: @escaping @MainActor (ScriptState) async throws -> Void
  ) -> ScriptAction {
    .effect(name, .run(operation: operation))
  }
}

/// A feature that runs its actions in a handler that doesn't suspend.
struct Script: Feature {
  typealias Effect = ScriptAction.Effect

  /// The store that runs the current effect or handler.
  @MainActor static var proxy: StoreProxy<Script> { Script().store }

  var configure:
    @MainActor (ActionHandler<ScriptAction, ScriptState>)
      -> ActionHandler<ScriptAction, ScriptState> = { $0 }

  func handle() -> ActionHandler<ScriptAction, ScriptState> {
    configure(ActionHandler { action, state in try action.body(state) })
  }

  /// Returns a store of such a feature.
  @MainActor
  static func store(
    taskManager: TaskManager = TaskManager(),
    clock: any Clock<Duration> = ContinuousClock(),
    configure:
      @escaping @MainActor (ActionHandler<ScriptAction, ScriptState>)
      -> ActionHandler<ScriptAction, ScriptState> = { $0 }
  ) -> Store<Script> {
    let store = Store(
      initialState: ScriptState(),
      feature: Script(configure: configure),
      taskManager: taskManager,
      clock: clock
    )
    store.listEffects()
    return store
  }
}
