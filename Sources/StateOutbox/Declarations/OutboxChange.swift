public import StatePersistence
public import StateQueries

/// A write to a server that survives the process until the server has answered.
///
/// ```swift
/// struct PayOrder: OutboxChange {
///   let id: Order.ID
///
///   var lane: String { "order-\(id)" }
///
///   func send(in context: MutationContext) async throws -> Order {
///     try await context.environment.orders.pay(id, context.key)
///   }
///
///   func change(_ patch: inout QueryPatch) {
///     patch.update(OrderQuery(id: id)) { $0.isPaid = true }
///   }
/// }
/// ```
///
/// An outbox may call `send` several times, always with one key for one change: the server has to apply each key once.
/// After a launch, it decodes changes on several threads.
public protocol OutboxChange: QueryMutation, Codable {
  /// The name of the type in the log, which has to stay the same in all versions of the app; by default, that of the
  /// type.
  static var name: String { get }

  /// The version of the encoded form, starting at 1.
  static var version: Int { get }

  /// The migrations from earlier versions, on the fields of the encoded form.
  @MigrationsBuilder static var migrations: [Migration] { get }

  /// The name of the order that the change belongs to; by default, that of the type.
  ///
  /// The changes of a lane are sent one after the other, in the order in which they were enqueued.
  var lane: String { get }

  /// The entity that the change concerns, for `Outbox.status(of:)`; by default, none.
  var subject: OutboxSubject? { get }

  /// When the change is sent and how long.
  var options: OutboxChangeOptions { get }

  /// Returns what follows an attempt that has failed.
  ///
  /// Return `retry` for each error without an answer of the server: it may have applied the change. A cancellation or a
  /// `TimeoutError` is retried without this call.
  func resolution(of error: any Error, attempt: Int) -> OutboxResolution<Self>

  /// Returns whether two neighbors of a lane, none of which was ever sent, become one change or none.
  static func merge(_ earlier: Self, _ later: Self) -> OutboxMerge<Self>

  /// Returns the ids of the server for ids that the app has invented.
  func aliases(in answer: Answer) -> [OutboxAlias]
}

extension OutboxChange {
  /// The name of the type.
  public static var name: String { "\(Self.self)" }

  /// The first version.
  public static var version: Int { 1 }

  /// No migrations.
  public static var migrations: [Migration] { [] }

  /// The name of the type.
  public var lane: String { Self.name }

  /// No entity.
  public var subject: OutboxSubject? { nil }

  /// The default options.
  public var options: OutboxChangeOptions { OutboxChangeOptions() }

  /// Retries.
  public func resolution(of error: any Error, attempt: Int) -> OutboxResolution<Self> { .retry }

  /// Two changes.
  public static func merge(_ earlier: Self, _ later: Self) -> OutboxMerge<Self> { .separate }

  /// None.
  public func aliases(in answer: Answer) -> [OutboxAlias] { [] }
}

/// What follows a failed attempt to send a change.
public enum OutboxResolution<Change: Sendable>: Sendable {
  /// The change is sent again after a pause, under the same key.
  case retry
  /// Another change under a new key replaces it.
  ///
  /// Only for an answer of the server that says that the change wasn't applied.
  case replace(Change)
  /// The change is rolled back and kept for a decision of the app, and its lane continues.
  case reject
  /// The change and its lane wait for `Outbox.retryNow(_:)`.
  case holdLane
  /// The change and all others wait for `Outbox.resume()` or `Outbox.retryNow(_:)`, for example for a new login.
  case holdAll
  /// The server has the change already.
  case applied
}

/// What two neighboring changes become.
public enum OutboxMerge<Change: Sendable>: Sendable {
  /// Two changes, as they are.
  case separate
  /// One change in the place and under the key of the earlier one.
  case merged(Change)
  /// No change, such as of a creation and a removal.
  case nothing
}
