/// The merged order of a list whose elements were added, removed, and moved both here and elsewhere.
struct MergedOrder<ID: Hashable> {
  /// The elements of both sides, including those that one side has removed.
  let ids: [ID]
  /// Whether both sides have moved elements to different places.
  let isConflict: Bool

  /// Merges the orders of three lists without duplicates.
  ///
  /// The order from here is used, unless only the other side has moved elements. An element that only one side has
  /// follows the common element that precedes it on that side. If elements of both sides follow the same common
  /// element, those from elsewhere come first.
  init(base: [ID], here: [ID], there: [ID]) {
    let (baseIDs, hereIDs, thereIDs) = (Set(base), Set(here), Set(there))
    let isKnown = { id in
      baseIDs.contains(id) && hereIDs.contains(id) && thereIDs.contains(id)
    }
    let before = base.filter(isKnown)
    let (movedHere, movedThere) = (here.filter(isKnown), there.filter(isKnown))
    isConflict = movedHere != before && movedThere != before && movedHere != movedThere
    let leading = movedHere == before && movedThere != before ? there : here
    let common = leading.filter { hereIDs.contains($0) && thereIDs.contains($0) }
    let (addedThere, addedHere) = (
      Self.followers(in: there, of: hereIDs), Self.followers(in: here, of: thereIDs)
    )
    let anchors: [ID?] = [nil] + common
    ids = anchors.flatMap { anchor in
      (anchor.map { [$0] } ?? []) + addedThere[anchor, default: []] + addedHere[anchor, default: []]
    }
  }

  /// Returns the elements that the other side doesn't have, by the common element that precedes them.
  private static func followers(in list: [ID], of other: Set<ID>) -> [ID?: [ID]] {
    var anchor: ID?
    var followers: [ID?: [ID]] = [:]
    for id in list {
      if other.contains(id) { anchor = id } else { followers[anchor, default: []].append(id) }
    }
    return followers
  }
}
