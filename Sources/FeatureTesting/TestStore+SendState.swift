public import FeatureStore

// Overloads of `send` that return the state: `let state: Search.State = await store.send(.clear)`.

extension TestStore {
  /// Behaves like the `send` that returns a task.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.InputAction,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let task: TestStoreTask<F.State> = await send(action, file: file, line: line)
    return task.state
  }

  /// Behaves like the `send` that returns a task.
  @_disfavoredOverload
  @discardableResult
  public func send<State: SnapshotState>(
    _ action: F.InputAction,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    let task: TestStoreTask<F.State> = await send(
      action,
      expecting: expecting,
      file: file,
      line: line
    )
    return task.state
  }

  /// Behaves like the `send` that returns a task.
  @_disfavoredOverload
  @discardableResult
  public func send<State: SnapshotState & Equatable>(
    _ action: F.InputAction,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    let task: TestStoreTask<F.State> = await send(
      action,
      expecting: expecting,
      file: file,
      line: line
    )
    return task.state
  }

  /// Behaves like the `send` that returns a task.
  @_disfavoredOverload
  @discardableResult
  public func send<State: Equatable>(
    _ action: F.InputAction,
    expecting: (inout State) -> Void,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State where F.State == State {
    let task: TestStoreTask<F.State> = await send(
      action,
      expecting: expecting,
      file: file,
      line: line
    )
    return task.state
  }

  /// Behaves like the `send` that returns a task.
  @_disfavoredOverload
  @discardableResult
  public func send(
    _ action: F.InputAction,
    assert: ((F.State) -> Void)?,  // Optional, so that a closure without a label is `expecting`.
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let task: TestStoreTask<F.State> = await send(
      action,
      assert: { assert?($0) },
      file: file,
      line: line
    )
    return task.state
  }

  /// Behaves like the `send` that returns a task.
  @_disfavoredOverload
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.InputAction,
    expecting keyPath: KeyPath<F.State, V>,
    toBe expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let task: TestStoreTask<F.State> = await send(
      action,
      expecting: keyPath,
      toBe: expectedValue,
      file: file,
      line: line
    )
    return task.state
  }

  /// Behaves like the `send` that returns a task.
  @_disfavoredOverload
  @discardableResult
  public func send<V: Equatable>(
    _ action: F.InputAction,
    _ keyPath: KeyPath<F.State, V>,
    _ expectedValue: V,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await send(action, expecting: keyPath, toBe: expectedValue, file: file, line: line)
  }
}
