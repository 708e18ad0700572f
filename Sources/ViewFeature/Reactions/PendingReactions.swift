import StateCore

/// The pending reactions of all stores to changes that were made.
///
/// They run with the handler that has made the changes, regardless of its store and unless it has suspended, or in the
/// next turn.
@MainActor
package enum PendingReactions {
  private static var all: [(number: Int, reaction: any PendingReaction)] = [] {
    didSet { isEmpty = all.isEmpty }
  }
  /// Stored for all actions to read, because reading the list would retain it.
  private static var isEmpty = true
  /// The number of the last added reaction.
  private static var last = 0
  /// The reactions that have led to the changes that are currently made.
  private(set) static var cause = ReactionCause.none

  static func add(_ reaction: any PendingReaction) {
    last += 1
    all.append((last, reaction))
  }

  /// Moves a reaction to the end, because another change has been made.
  static func renew(_ reaction: any PendingReaction) {
    remove(reaction)
    add(reaction)
  }

  static func remove(_ reaction: any PendingReaction) {
    all.removeAll { $0.reaction === reaction }
  }

  /// Begins code that may make changes.
  ///
  /// - Returns: The number of the last added reaction.
  static func begin() -> Int {
    if !isEmpty {
      for pending in all { pending.reaction.watchAgain() }
    }
    return last
  }

  /// Runs the reactions added after the one with a number whose stores handle no action.
  ///
  /// They run in the order in which their stores were created.
  static func run(since number: Int) {
    if last != number { runAll(since: number) }
  }

  /// Runs code that takes over the main actor, and keeps the reactions of others from it.
  ///
  /// They run in their own turn, when the code has returned the main actor.
  package static func withoutOthers<Result>(_ body: () throws -> Result) rethrows -> Result {
    let others = all
    all = []
    defer { all = others + all }
    return try body()
  }

  private static func runAll(since number: Int) {
    while let next = all.filter({ $0.number > number && $0.reaction.canRun }).map(\.reaction)
      .min(by: { $0.place < $1.place })
    {
      // The reaction may be added again meanwhile.
      remove(next)
      next.run()
    }
  }

  static func withCause<Result>(_ cause: ReactionCause, _ body: () -> Result) -> Result {
    let outer = Self.cause
    Self.cause = cause
    defer { Self.cause = outer }
    return body()
  }
}

/// A pending reaction.
@MainActor
protocol PendingReaction: AnyObject {
  /// The reaction's place among all of them.
  var place: ObservationTurn.Place { get }
  var canRun: Bool { get }
  /// Observes a further change, which renews the reaction.
  func watchAgain()
  func run()
}
