import Logging
import StateCore

/// The effect of an action: nothing, work, a cancellation, or a combination of these.
///
/// A task is a description, which the store runs when a handler returns it.
public struct ActionTask<Action, State>: Sendable {
  typealias Effect = EffectDescription
  typealias Options = EffectDescription.Options
  typealias Environment = TypedEffectEnvironment<Action, State>

  let content: EffectContent

  init(_ effect: Effect) {
    content = .effect(effect)
  }

  init(_ content: EffectContent) {
    self.content = content
  }

  var effect: Effect? { content.effect }
  var isNone: Bool { content.isNone }

  /// The ids under which its parts run, as text.
  var ids: [String] {
    if case .effect(let effect) = content { effect.ids } else { [] }
  }

  /// No effect.
  public static var none: ActionTask { ActionTask(EffectContent.none) }

  /// Creates an effect on the main actor that reads and changes the live state.
  public static func run(
    name: String? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    guard let name else { return ActionTask(.work(onState(operation))) }
    return ActionTask(Effect(.run(onState(operation)), name: name))
  }

  /// Creates an effect on the main actor that replaces all running effects with the same id in its store.
  public static func run<ID: TaskID>(
    id: ID,
    name: String? = nil,
    operation: @escaping @MainActor (State) async throws -> Void
  ) -> ActionTask {
    ActionTask(
      Effect(.run(onState(operation)), name: name, options: Options(key: effectKey(id)))
    )
  }

  /// Creates an effect outside the main actor.
  public static func run(
    name: String? = nil,
    operation: @concurrent @escaping @Sendable () async throws -> Void
  ) -> ActionTask {
    ActionTask(Effect(.run { _ in try await operation() }, name: name))
  }

  /// Creates an effect outside the main actor that replaces all running effects with the same id in its store.
  public static func run<ID: TaskID>(
    id: ID,
    name: String? = nil,
    operation: @concurrent @escaping @Sendable () async throws -> Void
  ) -> ActionTask {
    ActionTask(
      Effect(
        .run { _ in try await operation() },
        name: name,
        options: Options(key: effectKey(id))
      )
    )
  }

  /// Creates an effect on the main actor that reads and changes the live state and sends actions to its store.
  public static func run(
    name: String? = nil,
    operation:
      @escaping @MainActor (_ state: State, _ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    ActionTask(Effect(.run(onStore(operation)), name: name))
  }

  /// Creates an effect on the main actor that sends actions to its store, and replaces all running effects with the
  /// same id there.
  public static func run<ID: TaskID>(
    id: ID,
    name: String? = nil,
    operation:
      @escaping @MainActor (_ state: State, _ send: ActionSender<Action>) async throws -> Void
  ) -> ActionTask {
    ActionTask(
      Effect(.run(onStore(operation)), name: name, options: Options(key: effectKey(id)))
    )
  }

  /// Creates an effect that handles each element of a sequence on the main actor, until the sequence ends.
  ///
  /// The iteration begins with the effect's task, in a later turn of the main actor. A sequence that collects elements
  /// only from its iterator's creation on doesn't deliver the earlier ones.
  ///
  /// It replaces all running effects with the same id in its store.
  public static func observe<Elements: AsyncSequence & Sendable, ID: TaskID>(
    _ elements: Elements,
    id: ID,
    name: String? = nil,
    operation: @escaping @MainActor (Elements.Element, State) async throws -> Void
  ) -> ActionTask where Elements.Element: Sendable {
    let follow: Effect.Operation = {
      let environment = unsafeDowncast($0, to: Environment.self)
      for try await element in elements {
        // The sequence may ignore cancellation.
        if EffectContext.isCurrentCancelled { return }
        defer { environment.store.listener?.effectTurnEnds() }
        guard let listener = environment.store.listener else {
          try await operation(element, environment.state)
          continue
        }
        try await listener.observing { try await operation(element, environment.state) }
      }
    }
    return ActionTask(Effect(.run(follow), name: name, options: Options(key: effectKey(id))))
  }

  /// Creates an effect that sends an action to its store.
  ///
  /// If a handler returns it, the action is handled before the outermost `send` returns, in its SwiftUI transaction; it
  /// is part of the action whose handler returned this effect. In a composition, it has its turn like any other part.
  /// It completes immediately, so nothing can cancel it and it has no failure.
  public static func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ActionTask where Action: Sendable {
    let origin = SendOrigin(fileID: fileID, line: line)
    return ActionTask(
      Effect(.send { unsafeDowncast($0, to: Environment.self).sender.send(action, origin) })
    )
  }

  /// Creates an effect that cancels the running effects of an id; an unknown id is ignored.
  public static func cancel<ID: TaskID>(id: ID) -> ActionTask {
    ActionTask(Effect(.cancel([TaskKey(id)])))
  }

  /// Creates an effect that cancels the running effects of several ids; unknown ids are ignored.
  public static func cancel<ID: TaskID>(ids: [ID]) -> ActionTask {
    ids.isEmpty ? .none : ActionTask(Effect(.cancel(ids.map { TaskKey($0) })))
  }

  static func onState(
    _ operation: @escaping @MainActor (State) async throws -> Void
  ) -> EffectDescription.Operation {
    { environment in try await operation(unsafeDowncast(environment, to: Environment.self).state) }
  }

  static func onStore(
    _ operation: @escaping @MainActor (State, ActionSender<Action>) async throws -> Void
  ) -> EffectDescription.Operation {
    { environment in
      let environment = unsafeDowncast(environment, to: Environment.self)
      try await operation(environment.state, environment.sender)
    }
  }

  static func effectKey(_ id: some TaskID) -> TaskKey {
    if let id = id as? String, id.isEmpty {
      logger.debug("An effect has an empty string as its id: all such effects replace each other")
    }
    return TaskKey(id)
  }
}

/// A function that handles an error, on the main actor and with the live state.
public typealias StateErrorHandler<State> = @MainActor (any Error, State) -> Void
