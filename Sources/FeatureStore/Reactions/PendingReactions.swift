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

  // MARK: Changes without effects

  /// The fields whose reactions have returned an effect that isn't started; `nil` while effects start.
  private static var dropped: [String]?

  /// Makes changes that stores react to once, without the effects of their reactions.
  ///
  /// No reaction follows the changes of `correct`, which runs after the reactions. Stores of new children begin later.
  ///
  /// - Returns: The fields whose reactions have returned an effect.
  package static func withoutEffects(_ change: () -> Void, correct: () -> Void) -> [String] {
    let waiting = suspended.values.map { ($0, $0.changed) }
    let outer = dropped
    dropped = []
    defer { dropped = outer }
    let first = begin()
    change()
    var entrances = takeEntrances(since: first)
    run(since: first)
    // The stores of the rest handle an action.
    skip(since: first)
    let second = begin()
    correct()
    entrances += takeEntrances(since: second)
    skip(since: second)
    for (reactions, changed) in waiting { reactions.accept(except: changed) }
    all += entrances
    return dropped ?? []
  }

  /// Takes the beginnings of new stores out, because they don't react to changes.
  private static func takeEntrances(
    since number: Int
  ) -> [(number: Int, reaction: any PendingReaction)] {
    let entrances = all.filter { $0.number > number && $0.reaction.isEntrance }
    if !entrances.isEmpty { all.removeAll { $0.number > number && $0.reaction.isEntrance } }
    return entrances
  }

  /// Runs the reactions that would run in the next turn.
  package static func runAll() {
    if !isEmpty { runAll(since: 0) }
  }

  // MARK: Suspended handlers

  /// The reactions of stores whose handlers are suspended, by their places.
  private static var suspended: [ObservationTurn.Place: any SuspendedReactions] = [:]

  static func suspend(_ reactions: any SuspendedReactions) {
    suspended[reactions.place] = reactions
  }

  static func resume(_ reactions: any SuspendedReactions) {
    suspended[reactions.place] = nil
  }

  private static func skip(since number: Int) {
    for pending in all where pending.number > number { pending.reaction.skip() }
  }

  /// Whether effects of reactions don't start now; the fields of these are noted.
  static func drops(_ effects: @autoclosure () -> [String]) -> Bool {
    if dropped == nil { return false }
    dropped? += effects()
    return true
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
  /// Whether it creates the stores of new children.
  var isEntrance: Bool { get }
  /// Observes a further change, which renews the reaction.
  func watchAgain()
  /// Accepts all changes without a reaction.
  func skip()
  func run()
}

/// The reactions of a store whose handler is suspended, which follow at its end.
@MainActor
protocol SuspendedReactions: AnyObject {
  var place: ObservationTurn.Place { get }
  /// The reactions that changes so far have led to.
  var changed: Set<Int> { get }
  /// Accepts all changes without a reaction, except those that some reactions follow.
  func accept(except changed: Set<Int>)
}
