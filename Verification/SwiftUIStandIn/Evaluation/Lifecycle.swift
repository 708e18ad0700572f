/// Which places of the hierarchy are on screen, and what is done when that changes.
@MainActor
struct Lifecycle {
  /// What is to be done for a place of the hierarchy.
  typealias Effect = (reason: String, run: () -> Void)

  private struct Presence {
    var appear: () -> Void
    var disappear: () -> Void
  }

  private var present: [String: Presence] = [:]
  private var drawn: [String: Presence] = [:]
  private var order: [String] = []

  mutating func notePresence(
    at path: String,
    appear: @escaping () -> Void,
    disappear: @escaping () -> Void
  ) {
    if drawn.updateValue(Presence(appear: appear, disappear: disappear), forKey: path) == nil {
      order.append(path)
    }
  }

  /// Takes what was drawn as what is on screen.
  ///
  /// - Returns: What is to be done for places that went and came.
  mutating func commit() -> [Effect] {
    let gone = present.filter { drawn[$0.key] == nil }.sorted { $0.key < $1.key }
    let new = order.filter { present[$0] == nil }
    let effects =
      gone.map { (reason: "\($0.key) disappears", run: $0.value.disappear) }
      + new.compactMap { path in drawn[path].map { ("\(path) appears", $0.appear) } }
    present = drawn
    drawn = [:]
    order = []
    return effects
  }

  mutating func end() {
    let gone = present.values.map(\.disappear)
    present = [:]
    for disappear in gone { disappear() }
  }
}
