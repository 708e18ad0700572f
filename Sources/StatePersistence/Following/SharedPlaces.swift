/// The saved states of this process, by place.
///
/// Each one is notified immediately when another one saves.
@MainActor
enum SharedPlaces {
  private struct Weak {
    weak var member: (any GroupMember)?
  }

  private static var members: [ExactKey: [Weak]] = [:]

  private static func place(_ location: PersistenceLocation) -> ExactKey {
    ExactKey("\(location.storage.identity)\n\(location.key)")
  }

  static func enter(_ member: some GroupMember) {
    members[place(member.location), default: []].append(Weak(member: member))
  }

  static func leave(_ member: some GroupMember) {
    let place = place(member.location)
    members[place]?.removeAll { $0.member == nil || $0.member === member }
    if members[place]?.isEmpty == true { members[place] = nil }
  }

  /// Returns the follower that already saves a state in a place.
  static func follower<State: PersistentState>(
    of state: State,
    at location: PersistenceLocation
  ) -> StateFollower<State>? {
    (members[place(location)] ?? []).lazy.compactMap { $0.member as? StateFollower<State> }
      .first { $0.follows(state, at: location) }
  }

  /// Makes the other states load what a state has saved.
  static func didSave(_ member: some GroupMember) async {
    let others = (members[place(member.location)] ?? []).compactMap(\.member)
      .filter { $0 !== member }
    for other in others { await other.reload() }
  }
}
