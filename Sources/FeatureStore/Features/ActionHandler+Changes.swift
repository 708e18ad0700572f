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
  /// After a handler that has changed the value, `reaction` runs once, before the effects of the action start. Its
  /// changes and its effect are part of the action. After a write through `store.binding` or in an effect's `apply`, it
  /// runs immediately. After any other write, it runs in the next turn of the main actor, or before the store's next
  /// action if that comes first; all writes of one turn are one change. If an action's effect has made the change, the
  /// reaction's effect belongs to that action. While a handler is suspended, no reaction runs, just as no other action
  /// is handled.
  ///
  /// Reactions run in the order in which they were added. If a reaction changes a value that another one reacts to,
  /// that one runs, too. A reaction that would run more than 100 times for one change, across stores and turns, is
  /// stopped and reported as an issue.
  ///
  /// If the parent's feature declares a child in a stored property, the child's reactions work as soon as its state is
  /// in the parent's state, after the handler that adds it.
  ///
  /// Values are compared with `==`. In a state that isn't `Observable`, changes are found when an action is handled. A
  /// handler outside a store reacts to the changes of its logic. Begin a closure that is only a call with `return`:
  /// without it, the compiler chooses the overload without an effect, and warns about the unused result.
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
  /// It behaves like the overload whose closure returns an effect.
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
