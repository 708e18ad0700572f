import StatePersistence

/// The locations of this process that histories use, so that no two write the same steps.
@MainActor
enum OpenLocations {
  private struct Weak {
    weak var user: AnyObject?
  }

  private static var users: [String: Weak] = [:]

  /// Notes the use of a location, until the user is deallocated.
  ///
  /// - Throws: An error if another one uses it.
  static func enter(_ user: AnyObject, _ identity: String) throws(SavedStateError) {
    users = users.filter { $0.value.user != nil }
    if let other = users[identity]?.user, other !== user {
      throw SavedStateError(.inUse, "another history saves its steps in this location")
    }
    users[identity] = Weak(user: user)
  }

  static func leave(_ user: AnyObject, _ identity: String) {
    if users[identity]?.user === user { users[identity] = nil }
  }
}
