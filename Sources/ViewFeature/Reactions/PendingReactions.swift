import StateEngine

/// The reactions of all stores to changes that were made and not reacted to yet.
///
/// They run with the handler that has made the changes, whichever store has it and unless it has suspended, or in
/// the next turn.
@MainActor
enum PendingReactions {
  /// Reactions of several stores do not lead to each other more often.
  static let limit = 100

  private static var all: [(number: Int, reaction: any PendingReaction)] = [] {
    didSet { isEmpty = all.isEmpty }
  }
  /// Each action asks this, for which the list would be retained.
  private static var isEmpty = true
  /// The number of the last one that was added.
  private static var last = 0
  /// The number of reactions that have led to the changes that are made now, each to those of the next one.
  private(set) static var depth = 0

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

  static func withDepth<Result>(_ depth: Int, _ body: () -> Result) -> Result {
    let outer = Self.depth
    Self.depth = depth
    defer { Self.depth = outer }
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
