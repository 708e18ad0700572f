@testable import ViewFeature

/// What the features of these tests have as their state.
@Observable final class ScriptState: EffectLog {
  var log: [String] = []
  var count = 0
}

/// An action that carries what its handler does.
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

  /// An action that writes its name into the log.
  static func log(_ name: String) -> ScriptAction {
    ScriptAction(name) {
      $0.log.append(name)
      return .none
    }
  }

  /// An action that has only an effect.
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

/// Runs its actions in a handler that does not suspend.
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

  /// A store of such a feature.
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
