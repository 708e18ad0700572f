import StateCore
import StateFields
import StateRecord

/// The root cause of changes: an action of the user, a group, or the writes of one turn.
@MainActor
final class HistoryRoot {
  private enum Content {
    case writes
    case group(String?)
    case action(ActionID, EventValue, name: (@MainActor (Any) -> String?)?)
  }

  let number = SerialNumber.next()
  private let content: Content
  /// The number of actions of the root that the recorder knows, and one for the code of a group.
  var actionCount = 0
  /// Whether it is a group whose code runs.
  var isOpenGroup = false

  private init(_ content: Content) {
    self.content = content
  }

  /// Creates the root of the writes of one turn.
  static func writes() -> HistoryRoot { HistoryRoot(.writes) }

  /// Creates the root of a group of actions and writes.
  static func group(_ name: String?) -> HistoryRoot { HistoryRoot(.group(name)) }

  static func action(
    _ id: ActionID,
    _ action: EventValue,
    name: (@MainActor (Any) -> String?)?
  ) -> HistoryRoot {
    HistoryRoot(.action(id, action, name: name))
  }

  /// The name of a step, which is determined with the first change, or later by an action that follows.
  var name: String? { ownName ?? laterName }

  private lazy var ownName: String? =
    switch content {
    case .writes: nil
    case .group(let name): name
    case .action(_, let action, let name): action.whole.flatMap { name?($0) }
    }

  /// The name of an action that the first one has sent, which a child may have handled.
  private var laterName: String?

  /// Notes an action that follows from the first one; returns whether that gives the root its name.
  func note(_ action: EventValue, name: (@MainActor (Any) -> String?)?) -> Bool {
    guard case .action = content, laterName == nil else { return false }
    laterName = action.whole.flatMap { name?($0) }
    return laterName != nil && ownName == nil
  }

  /// The kind of a cause whose changes may be coalesced; `nil` for a group.
  var kind: Kind? {
    if case .group = content { nil } else { Kind(root: self) }
  }

  /// The kind of a cause, which is determined when two are compared.
  struct Kind: Equatable {
    let root: HistoryRoot

    static func == (lhs: Kind, rhs: Kind) -> Bool {
      MainActor.assumeIsolated { lhs.root.isLike(rhs.root) }
    }
  }

  private func isLike(_ other: HistoryRoot) -> Bool {
    switch (content, other.content) {
    case (.writes, .writes): true
    case (.action(let id, let action, _), .action(let otherID, let other, _)):
      id.store == otherID.store && action.caseName == other.caseName
    case (.writes, _), (.action, _), (.group, _): false
    }
  }
}
