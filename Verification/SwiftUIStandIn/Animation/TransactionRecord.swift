/// A transaction as tests see it; SwiftUI does not publish the current one.
public struct TransactionRecord: Equatable, Sendable {
  private struct Scope: Sendable {
    let record: TransactionRecord
    let task: Int?
  }

  @TaskLocal private static var scope: Scope?

  public let animation: Animation?
  public let disablesAnimations: Bool

  public init(animation: Animation? = nil, disablesAnimations: Bool = false) {
    self.animation = animation
    self.disablesAnimations = disablesAnimations
  }

  init(_ transaction: Transaction) {
    self.init(
      animation: transaction.animation,
      disablesAnimations: transaction.disablesAnimations
    )
  }

  /// The current transaction; outside of one, a plain one.
  ///
  /// A task that is started within a transaction does not run in it.
  public static var current: TransactionRecord {
    guard let scope, scope.task == currentTask else { return TransactionRecord() }
    return scope.record
  }

  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$scope.withValue(Scope(record: self, task: Self.currentTask), operation: body)
  }

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
