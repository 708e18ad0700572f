extension ActionHandler {
  /// Reacts with an effect to changes of a value in the state, such as those of an input field.
  ///
  /// ```swift
  /// .onChange(of: \.query) { _, query, state in
  ///   state.isSearching = !query.isEmpty
  ///   return .send(.search).debounce(id: "search", for: .milliseconds(300))
  /// }
  /// ```
  ///
  /// `reaction` runs once after a handler that has changed the value, before the effects of the action
  /// start; its changes and its effect are part of the action. With a write of `store.binding` and of an
  /// effect's `apply` it runs at once. After any other write it runs in the next turn of the main actor, or
  /// before the store's next action if that comes first; writes of one turn are one change. The effect
  /// belongs to the action whose effect has made the change, if there is one. While a handler has suspended
  /// there is no reaction, as there is no other action.
  ///
  /// Reactions run in the order of their addition. One that changes a value that another reacts to has that one
  /// run, too. One that would run more than 100 times for one change, over stores and turns, is stopped and reported as
  /// an issue.
  ///
  /// A child's reactions work from the moment its state is in the parent's state, after the handler that adds it, if
  /// the parent's feature names the child in a stored property.
  ///
  /// Values are compared with `==`. Of a state that is not `Observable` changes are found when an action is
  /// handled. A handler outside a store reacts to changes of its logic. A closure that is only a call begins with
  /// `return`: without it the compiler takes the form that has no effect, and warns of the unused result.
  @_disfavoredOverload
  public func onChange<Value: Equatable>(
    of property: KeyPath<State, Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ reaction:
      @escaping @MainActor (_ old: Value, _ new: Value, _ state: State) -> ActionTask<Action, State>
  ) -> ActionHandler<Action, State> {
    adding(
      FieldReaction { state in
        ValueWatch(property, of: state, SendOrigin(fileID: fileID, line: line), reaction)
      }
    )
  }

  /// Reacts to changes of a value in the state, such as those of an input field.
  ///
  /// As the form whose closure returns an effect.
  public func onChange<Value: Equatable>(
    of property: KeyPath<State, Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ reaction: @escaping @MainActor (_ old: Value, _ new: Value, _ state: State) -> Void
  ) -> ActionHandler<Action, State> {
    adding(
      FieldReaction { state in
        ValueWatch(property, of: state, SendOrigin(fileID: fileID, line: line)) { old, new, state in
          reaction(old, new, state)
          return .none
        }
      }
    )
  }
}
