import Logging
import StateCore
import StateFields

/// An action without input and output.
public typealias AsyncActionVoid = AsyncAction<Void, Void>
/// An action that returns a value and has no input.
public typealias AsyncActionGet<Output: Sendable> = AsyncAction<Void, Output>
/// An action that takes a value and returns nothing.
public typealias AsyncActionPut<Input: Sendable> = AsyncAction<Input, Void>

/// An asynchronous function as a value that you can pass around, compare, and put into an environment.
///
/// Copies of an action are equal; two actions that were created separately never are.
public struct AsyncAction<Input: Sendable, Output: Sendable>: Sendable, Hashable {
  /// The function, which keeps the isolation it was written in.
  public typealias WorkAction = @Sendable @isolated(any) (Input) async throws -> Output

  private final class Identity: Sendable {}

  /// A name for logs and debugging.
  public let name: String?
  private let action: WorkAction
  private let identity = Identity()

  /// Creates an action that equals only its own copies.
  public init(name: String? = nil, _ action: @escaping WorkAction) {
    self.name = name
    self.action = action
  }

  /// Runs the action in its own isolation and in the calling task.
  @discardableResult
  public func asyncExecute(_ input: Input) async throws -> Output {
    try await action(input)
  }

  /// Runs the action in its own isolation and in the calling task.
  @discardableResult
  public func asyncExecute(
    isolation: isolated (any Actor)?,
    _ input: Input
  ) async throws -> Output {
    try await action(input)
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.identity === rhs.identity
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
  }
}

extension AsyncAction where Input == Void {
  /// Runs the action in its own isolation and in the calling task.
  @discardableResult
  public func asyncExecute() async throws -> Output {
    try await asyncExecute(())
  }

  /// Runs the action in its own isolation and in the calling task.
  @discardableResult
  public func asyncExecute(isolation: isolated (any Actor)?) async throws -> Output {
    try await asyncExecute(isolation: isolation, ())
  }
}

extension AsyncAction where Output == Void {
  /// Runs the action in a new task.
  ///
  /// An error is logged and not propagated.
  public func execute(_ input: Input) {
    ImmediateTask.start(name: name) {
      do {
        try await asyncExecute(input)
      } catch {
        let label = name ?? String(describing: Self.self)
        logger.debug(
          "An action failed, and no caller receives its error",
          metadata: [
            "action": "\(label)", "error": "\(describeForLog(error: error))",
          ]
        )
      }
    }
  }
}

extension AsyncAction where Input == Void, Output == Void {
  /// Runs the action in a new task.
  ///
  /// An error is logged and not propagated.
  public func execute() {
    execute(())
  }
}
