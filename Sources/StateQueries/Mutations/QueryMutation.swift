public import Foundation
public import StateCore

/// A write to a server, with its effect on the content of a cache.
///
/// ```swift
/// struct PayOrder: QueryMutation {
///   let id: Order.ID
///
///   func send(in context: MutationContext) async throws -> Order {
///     try await context.environment.orders.pay(id, context.key)
///   }
///
///   func change(_ patch: inout QueryPatch) {
///     patch.update(OrderQuery(id: id)) { $0.isPaid = true }
///   }
///
///   func receive(_ answer: Order, _ patch: inout QueryPatch) {
///     patch.set(answer, for: OrderQuery(id: id))
///   }
/// }
/// ```
///
/// All functions run with the environment of the cache.
public protocol QueryMutation: Sendable {
  /// The answer of the server.
  associatedtype Answer: Sendable

  /// Sends the write; the cache calls it once, outside the main actor and without the context of the caller.
  @concurrent func send(in context: MutationContext) async throws -> Answer

  /// Adds the expected changes, which are shown until the server has answered.
  func change(_ patch: inout QueryPatch)

  /// Adds what the answer contains.
  func receive(_ answer: Answer, _ patch: inout QueryPatch)

  /// The tags of content that the write changes and the answer doesn't contain.
  var invalidates: Set<QueryTag> { get }
}

extension QueryMutation {
  /// Nothing.
  public func change(_ patch: inout QueryPatch) {}

  /// Nothing.
  public func receive(_ answer: Answer, _ patch: inout QueryPatch) {}

  /// No tags.
  public var invalidates: Set<QueryTag> { [] }
}

/// The circumstances of a write.
public struct MutationContext: Sendable {
  /// An identifier of the write, by which a server can recognize a repeated one.
  ///
  /// An equal write of a later attempt has the same key, if a retry policy of an effect or an action repeats it.
  public let key: UUID
  /// The environment with which the cache was created.
  ///
  /// Its `queries` is this cache only if that environment contained it.
  public let environment: StoreEnvironment
  /// What the sender adds for its own functions.
  package let addition: (any Sendable)?

  package init(key: UUID, environment: StoreEnvironment, addition: (any Sendable)? = nil) {
    self.key = key
    self.environment = environment
    self.addition = addition
  }
}
