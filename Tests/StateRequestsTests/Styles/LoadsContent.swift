/// The reference for content with changes that are confirmed or rolled back later.
struct LoadsContent {
  enum Standing { case pending, confirmed, contained, superseded }

  /// What follows from a change.
  enum Effect {
    case none
    /// An answer from before the change doesn't contain it.
    case lasting
    /// The server may have made the changes in another order.
    case invalidating
  }

  private struct Change {
    let name: String
    var standing = Standing.pending
  }

  private var base: [String]
  private var changes: [Change] = []

  init(_ base: [String] = []) {
    self.base = base
  }

  var value: [String] {
    base + changes.filter { $0.standing == .pending || $0.standing == .confirmed }.map(\.name)
  }

  mutating func append(_ name: String) -> Effect {
    base.append(name)
    return .lasting
  }

  mutating func refresh(_ value: [String]) {
    base = value
    contain(changes.indices)
  }

  mutating func apply(_ name: String) -> Effect {
    changes.append(Change(name: name))
    return .none
  }

  mutating func commit(_ name: String) -> Effect {
    answer(name) { changes, index in changes[index].standing = .confirmed }
  }

  mutating func commit(_ name: String, result: [String]) -> Effect {
    let effect = answer(name) { changes, index in
      changes[index].standing = .contained
      for earlier in 0..<index where changes[earlier].standing == .pending {
        changes[earlier].standing = .superseded
      }
      for later in changes.indices.dropFirst(index + 1)
      where changes[later].standing == .contained {
        changes[later].standing = .confirmed
      }
    }
    if effect == .lasting, let index = changes.firstIndex(where: { $0.name == name }) {
      base = result
      contain(0..<index)
    }
    return effect
  }

  mutating func rollBack(_ name: String) -> Effect {
    let effect = answer(name) { changes, index in changes.remove(at: index) }
    return effect == .lasting ? .none : effect
  }

  private mutating func contain(_ range: Range<Int>) {
    for index in range where changes[index].standing == .confirmed {
      changes[index].standing = .contained
    }
  }

  private mutating func answer(
    _ name: String,
    _ answerPending: (inout [Change], Int) -> Void
  ) -> Effect {
    guard let index = changes.firstIndex(where: { $0.name == name }) else { return .none }
    switch changes[index].standing {
    case .confirmed, .contained: return .none
    case .pending:
      answerPending(&changes, index)
      return .lasting
    case .superseded:
      changes[index].standing = .contained
      return changes.contains { $0.standing == .superseded } ? .none : .invalidating
    }
  }
}
