import IssueReporting
import ScreenStateKit
import StateCore

/// A writer of a property that follows a query.
@MainActor
protocol PropertyFollower: AnyObject {
  /// Whether the caller was cancelled, perhaps a moment ago on another thread.
  nonisolated var isCancelled: Bool { get }
  func isOf(_ state: AnyObject) -> Bool
  /// Shows the entry again if other code has replaced what the property shows.
  func showAgain()
  /// Returns the state, if the property follows a query in a cache.
  func state(following key: QueryKey, in cache: QueryCache) -> AnyObject?
}

/// The properties that follow queries, with the one writer of each.
@MainActor
enum FollowedProperties {
  struct Key: Hashable {
    let state: ObjectIdentifier
    let property: AnyKeyPath
  }

  private static var followers: [Key: any PropertyFollower] = [:]

  /// Returns the number of properties of a state that follow queries.
  static func count(of state: ObjectIdentifier) -> Int {
    followers.keys.count { $0.state == state }
  }

  /// Returns the states with properties that follow a query in a cache.
  ///
  /// - Complexity: O(n) in the number of properties that follow any query.
  static func states(following key: QueryKey, in cache: QueryCache) -> [AnyObject] {
    followers.values.compactMap { $0.state(following: key, in: cache) }
  }

  /// Makes a follower the writer of a property, and reports an earlier one that hasn't ended.
  static func begin(_ follower: any PropertyFollower, _ key: Key, of state: AnyObject) {
    // The address of a deallocated state can be that of a new one.
    if let earlier = followers[key], !earlier.isCancelled, earlier.isOf(state) {
      reportIssue(
        """
        Two calls of follow write one property of \(type(of: state)): give their effects one id, \
        or cancel the action of the first
        """
      )
    }
    followers[key] = follower
    QueryAttempts.statesShowing = states
    CoreListening.travelEnded = showAgain
  }

  /// Restores the properties after a travel, in a later turn, when the travel is in the journal.
  private static func showAgain() {
    ImmediateTask.detached { @MainActor in
      for follower in followers.values { follower.showAgain() }
    }
  }

  static func isWriter(_ follower: any PropertyFollower, _ key: Key) -> Bool {
    followers[key] === follower
  }

  static func end(_ follower: any PropertyFollower, _ key: Key) {
    if followers[key] === follower { followers[key] = nil }
  }
}
