import FeatureStore

/// The result of a test store's `send`: the state, and a handle to wait for the action and to cancel it.
///
/// You can read and write the state's properties directly on the result.
@MainActor
@dynamicMemberLookup
public struct TestStoreTask<State: AnyObject> {
  /// The live state of the feature.
  public let state: State
  private let sent: SentAction
  private let waitForEnd: @MainActor (SentAction, Location) async -> Void

  init(
    _ state: State,
    _ sent: SentAction = SentAction(),
    waitForEnd: @escaping @MainActor (SentAction, Location) async -> Void = { _, _ in }
  ) {
    self.state = state
    self.sent = sent
    self.waitForEnd = waitForEnd
  }

  /// Whether the action was cancelled before it was done.
  public var isCancelled: Bool { sent.isCancelled }

  /// Cancels the action with its effects and the actions that they sent, and waits for their end.
  ///
  /// It fails the test if they don't end in time.
  public func cancel(file: StaticString = #file, line: UInt = #line) async {
    sent.cancel()
    await finish(file: file, line: line)
  }

  /// Waits for the end of the action, its effects and the actions that they sent, without asserting anything.
  ///
  /// It fails the test if they don't end in time.
  public func finish(file: StaticString = #file, line: UInt = #line) async {
    await waitForEnd(sent, Location(file: file, line: line))
  }

  /// A property of the state.
  public subscript<Value>(dynamicMember property: KeyPath<State, Value>) -> Value {
    state[keyPath: property]
  }

  /// A property of the state.
  public subscript<Value>(
    dynamicMember property: ReferenceWritableKeyPath<State, Value>
  ) -> Value {
    get { state[keyPath: property] }
    nonmutating set { state[keyPath: property] = newValue }
  }
}
