/// The states of this process that are saved, by their places: each hears at once of what another one saves.
@MainActor
enum SharedPlaces {
  private struct Weak {
    weak var member: (any GroupMember)?
  }

  private static var members: [String: [Weak]] = [:]

  private static func place(_ member: some GroupMember) -> String {
    "\(member.location.storage.identity)\n\(member.location.key)"
  }

  static func enter(_ member: some GroupMember) {
    members[place(member), default: []].append(Weak(member: member))
  }

  static func leave(_ member: some GroupMember) {
    let place = place(member)
    members[place]?.removeAll { $0.member == nil || $0.member === member }
    if members[place]?.isEmpty == true { members[place] = nil }
  }

  /// Lets the others load what a state has saved.
  static func didSave(_ member: some GroupMember) async {
    let others = (members[place(member)] ?? []).compactMap(\.member).filter { $0 !== member }
    for other in others { await other.reload() }
  }
}
