extension ActionHandler {
  /// Runs code when the feature's store begins, and starts an effect that lasts at most as long as the store.
  ///
  /// ```swift
  /// .onStart { state in
  ///   state.isLoading = true
  ///   return .run { state in await state.show(words.all()) }
  /// }
  /// ```
  ///
  /// The function runs once for each child, whether a view shows it or not. For a child that a stored property of its
  /// parent's feature declares, it runs as soon as the child's state is in the parent's: after the handler that adds
  /// the state, before the effects of that action. For a child that a computed property declares, it runs in the turn
  /// after code first asks for the child's store. A parent begins before its children, and children begin in the order
  /// of their declarations and lists. A child that the same handler adds and removes doesn't begin, unless the handler
  /// sends an action to another store in between.
  ///
  /// The root begins before its first action, or in the next turn of the main actor. A store that is deallocated
  /// earlier, as SwiftUI may do, never begins.
  ///
  /// The same object begins again after it has ended, for example when an undo restores it. During time travel, no
  /// store begins; afterwards, those begin whose states have been added. A replay runs the function without its effect.
  ///
  /// The effect belongs to no action. Its errors go to `onError`. Several functions run in the order in which they were
  /// added.
  public func onStart(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ start: @escaping @MainActor (_ state: State) -> ActionTask<Action, State>
  ) -> ActionHandler<Action, State> {
    let added = LifeCycleHooks<Action, State>.Added(
      start: start,
      origin: SendOrigin(fileID: fileID, line: line)
    )
    return changingLifeCycle { $0.append(onStart: added) }
  }

  /// Runs code when the feature's store ends, before its effects are cancelled.
  ///
  /// A child's store ends when its state is removed from its parent's, or when the parent ends; children end before
  /// their parents. The root ends when it is deallocated. If that happens outside the main actor, the function runs in
  /// a later turn. A store that hasn't begun doesn't end.
  ///
  /// The function may write the state. Actions that it sends are dropped.
  public func onEnd(
    _ end: @escaping @MainActor (_ state: State) -> Void
  ) -> ActionHandler<Action, State> {
    changingLifeCycle { $0.append(onEnd: end) }
  }

  /// Runs an effect while at least one view presents the store.
  ///
  /// A view presents a store with the modifier `presents`, other code with `presented()` of the store. The effect
  /// starts with the first observer, and is cancelled after the last one. The store counts its observers at the end of
  /// a turn of the main actor, so a view that replaces another one in the same turn restarts nothing. An effect that
  /// ends doesn't start again before the next first observer. It runs only between `onStart` and `onEnd`.
  ///
  /// A covered screen of a navigation stack is no longer presented; a screen below a sheet is. Use `onStart` for work
  /// that lasts as long as the screen exists.
  public func whilePresented(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ work: @escaping @MainActor (_ state: State) -> ActionTask<Action, State>
  ) -> ActionHandler<Action, State> {
    let added = LifeCycleHooks<Action, State>.Added(
      start: work,
      origin: SendOrigin(fileID: fileID, line: line)
    )
    return changingLifeCycle { $0.append(whilePresented: added) }
  }
}
