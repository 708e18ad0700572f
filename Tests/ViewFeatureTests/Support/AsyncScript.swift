import StateTestSupport
import ViewFeature

/// An action that contains its handler code, which may suspend.
struct AsyncScriptAction: Sendable, CustomStringConvertible {
  typealias Effect = ActionTask<AsyncScriptAction, ScriptState>

  let description: String
  let body: @MainActor (ScriptState) async throws -> Effect

  init(
    _ description: String = "action",
    body: @escaping @MainActor (ScriptState) async throws -> Effect = { _ in .none }
  ) {
    self.description = description
    self.body = body
  }

  static func log(_ name: String) -> AsyncScriptAction {
    AsyncScriptAction(name) {
      $0.log.append(name)
      return .none
    }
  }

  /// Returns an action whose handler waits at a gate.
  static func wait(_ name: String, at gate: Gate) -> AsyncScriptAction {
    AsyncScriptAction(name) { state in
      state.log.append("\(name) begins")
      try await gate.pass()
      state.log.append("\(name) ends")
      return .none
    }
  }
}

/// A feature that runs its actions in a handler that may suspend.
struct AsyncScript: Feature {
  /// The store that runs the current effect or handler.
  @MainActor static var proxy: StoreProxy<AsyncScript> { AsyncScript().store }

  var configure:
    @MainActor (ActionHandler<AsyncScriptAction, ScriptState>)
      -> ActionHandler<AsyncScriptAction, ScriptState> = { $0 }

  func handle() -> ActionHandler<AsyncScriptAction, ScriptState> {
    configure(ActionHandler { action, state in try await action.body(state) })
  }

  @MainActor
  static func store(
    configure:
      @escaping @MainActor (ActionHandler<AsyncScriptAction, ScriptState>)
      -> ActionHandler<AsyncScriptAction, ScriptState> = { $0 }
  ) -> Store<AsyncScript> {
    Store(initialState: ScriptState(), feature: AsyncScript(configure: configure))
  }
}
