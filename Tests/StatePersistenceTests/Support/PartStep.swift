/// A change of the children of a `Tally`.
enum PartStep: Hashable, Sendable, CaseIterable {
  /// Additions to fields with merges.
  case add, addInside, addToDraft, addToFirst, addToLast
  /// New values of fields without a merge.
  case set, setDraft, setFirst
  case makeDraft, removeDraft
  /// A new child at the end or the beginning of the list.
  case append, prepend
  /// A child with an identity that other states also use.
  case appendKnown
  case removeFirst, moveFirstToEnd, moveLastToBeginning
}

extension PartStep {
  /// The identity of the child that all states can append.
  static let known = 1000

  /// Performs the change with a number that wasn't used before.
  ///
  /// - Returns: The name of the changed field, or `nil` if nothing has changed.
  @MainActor
  func perform(on state: Tally, _ number: Int) -> String? {
    switch self {
    case .add, .addInside, .set:
      change(state.part, number)
      return "part"
    case .addToDraft, .setDraft:
      guard let draft = state.draft else { return nil }
      change(draft, number)
      return "draft"
    case .makeDraft, .removeDraft:
      state.draft = self == .makeDraft ? Part() : nil
      return "draft"
    default: return changeList(of: state, number) ? "parts" : nil
    }
  }

  @MainActor
  private func change(_ part: Part, _ number: Int) {
    switch self {
    case .set, .setDraft, .setFirst: part.plain = number
    case .addInside: part.inner.count += 1
    default: part.count += 1
    }
  }

  @MainActor
  private func changeList(of state: Tally, _ number: Int) -> Bool {
    switch self {
    case .append:
      state.parts.append(Part(id: number))
      return true
    case .prepend:
      state.parts.insert(Part(id: number), at: 0)
      return true
    case .appendKnown:
      if state.parts.contains(where: { $0.id == Self.known }) { return false }
      state.parts.append(Part(id: Self.known))
      return true
    default: break
    }
    guard let first = state.parts.first, let last = state.parts.last else { return false }
    switch self {
    case .removeFirst: state.parts.removeFirst()
    case .moveFirstToEnd: state.parts = state.parts.dropFirst() + [first]
    case .moveLastToBeginning: state.parts = [last] + state.parts.dropLast()
    default: change(self == .addToLast ? last : first, number)
    }
    return true
  }
}
