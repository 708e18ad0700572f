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

  /// Returns the states of a place.
  static func members(at location: PersistenceLocation) -> [any GroupMember] {
    (members[place(location)] ?? []).compactMap(\.member)
  }

  /// All saved states.
  static var all: [any GroupMember] { members.values.joined().compactMap(\.member) }

  /// Makes the other states load what a state has saved.
  static func didSave(_ member: some GroupMember) async {
    for other in members(at: member.location) where other !== member { await other.reload() }
  }
}
