import StateCore

/// The reactions of all stores to changes that were made and not reacted to yet.
///
/// They run with the handler that has made the changes, whichever store has it and unless it has suspended, or in
/// the next turn.
@MainActor
enum PendingReactions {
  private static var all: [(number: Int, reaction: any PendingReaction)] = [] {
    didSet { isEmpty = all.isEmpty }
  }
  /// Each action asks this, for which the list would be retained.
  private static var isEmpty = true
  /// The number of the last one that was added.
  private static var last = 0
  /// The reactions that have led to the changes that are made now.
  private(set) static var cause = ReactionCause.none

  static func add(_ reaction: any PendingReaction) {
    last += 1
    all.append((last, reaction))
  }

  /// Another change has been made: it counts as added anew.
  static func renew(_ reaction: any PendingReaction) {
    remove(reaction)
    add(reaction)
  }

  static func remove(_ reaction: any PendingReaction) {
    all.removeAll { $0.reaction === reaction }
  }

  /// Code begins that may make changes.
  ///
  /// - Returns: The number of the last reaction that was added.
  static func begin() -> Int {
    if !isEmpty {
      for pending in all { pending.reaction.watchAgain() }
    }
    return last
  }

  /// Runs those that were added after the one with a number and whose stores handle no action, in the order in which
  /// the stores were made.
  static func run(since number: Int) {
    if last != number { runAll(since: number) }
  }

  private static func runAll(since number: Int) {
    while let next = all.filter({ $0.number > number && $0.reaction.canRun }).map(\.reaction)
      .min(by: { $0.place < $1.place })
    {
      // It may come again meanwhile.
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

/// A reaction that is to come.
@MainActor
protocol PendingReaction: AnyObject {
  /// Its place among all.
  var place: ObservationTurn.Place { get }
  var canRun: Bool { get }
  /// Waits for a further change, by which it is renewed.
  func watchAgain()
  func run()
}
