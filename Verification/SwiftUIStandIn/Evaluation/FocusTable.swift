/// The focus states of a pass, and which of them have a view that takes the focus.
///
/// A focus that no view takes is given up.
@MainActor
struct FocusTable {
  private var wanted: [(cell: AnyObject, reset: () -> Void)] = []
  private var taken: Set<ObjectIdentifier> = []

  mutating func note(_ cell: AnyObject, isNone: Bool, reset: @escaping () -> Void) {
    if !isNone { wanted.append((cell, reset)) }
  }

  mutating func take(_ cell: AnyObject) {
    taken.insert(ObjectIdentifier(cell))
  }

  var effects: [Lifecycle.Effect] {
    wanted.filter { !taken.contains(ObjectIdentifier($0.cell)) }
      .map { ("a focus that no view takes", $0.reset) }
  }
}
