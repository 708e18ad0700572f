/// Which places of the hierarchy are on screen, and what is done when that changes.
@MainActor
struct Lifecycle {
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
  mutating func commit() -> [() -> Void] {
    let gone = present.filter { drawn[$0.key] == nil }.values.map(\.disappear)
    let new = order.filter { present[$0] == nil }.compactMap { drawn[$0]?.appear }
    present = drawn
    drawn = [:]
    order = []
    return gone + new
  }

  mutating func end() {
    let gone = present.values.map(\.disappear)
    present = [:]
    for disappear in gone { disappear() }
  }
}
