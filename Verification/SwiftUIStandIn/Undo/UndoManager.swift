/// Foundation's undo manager, which Foundation on Linux doesn't have.
///
/// It follows the rules that Apple documents. An event ends where a test says so: with `endEvent()`, which a `ViewHost`
/// calls after each touch and each input. Where Foundation raises an exception, it stops the process.
@available(iOS 3.0, macOS 10.0, tvOS 9.0, watchOS 2.0, *)
@MainActor
public final class UndoManager {
  private struct Operation {
    unowned let target: AnyObject
    let handler: @MainActor () -> Void
  }

  private struct Group {
    var operations: [Operation] = []
    var name = ""
  }

  private var undoGroups: [Group] = []
  private var redoGroups: [Group] = []
  /// The open groups, the outermost one first.
  private var open: [Group] = []
  /// Whether the outermost open group was opened for the event.
  private var isEventOpen = false
  private var disabledCount = 0

  public private(set) var isUndoing = false
  public private(set) var isRedoing = false
  /// Whether the first operation of an event begins a group, which ends with the event.
  public var groupsByEvent = true
  /// The largest number of groups to undo; 0 for no limit.
  public var levelsOfUndo = 0 {
    didSet { removeOldest() }
  }

  public init() {}

  public var groupingLevel: Int { open.count }
  public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }
  public var canUndo: Bool { !undoGroups.isEmpty || open.contains { !$0.operations.isEmpty } }
  public var canRedo: Bool { !redoGroups.isEmpty }

  // MARK: Groups

  public func beginUndoGrouping() {
    openEventGroup()
    open.append(Group())
  }

  public func endUndoGrouping() {
    guard let group = open.popLast() else { preconditionFailure("No undo group is open") }
    if open.isEmpty {
      isEventOpen = false
      push(group)
    } else {
      open[open.count - 1].operations += group.operations
      if !group.name.isEmpty { open[open.count - 1].name = group.name }
    }
    NotificationCenter.default.post(name: .NSUndoManagerDidCloseUndoGroup, object: self)
  }

  /// Ends the event: the group that was opened for it ends.
  public func endEvent() {
    if isEventOpen, open.count == 1 { endUndoGrouping() }
  }

  /// A group that is opened in an event is a part of the event's group.
  private func openEventGroup() {
    if groupsByEvent, open.isEmpty, !isUndoing, !isRedoing {
      isEventOpen = true
      open.append(Group())
    }
  }

  private func push(_ group: Group) {
    if group.operations.isEmpty { return }
    if isUndoing { redoGroups.append(group) } else { undoGroups.append(group) }
    removeOldest()
  }

  private func removeOldest() {
    if levelsOfUndo <= 0 { return }
    if undoGroups.count > levelsOfUndo { undoGroups.removeFirst(undoGroups.count - levelsOfUndo) }
    if redoGroups.count > levelsOfUndo { redoGroups.removeFirst(redoGroups.count - levelsOfUndo) }
  }

  // MARK: Registration

  @preconcurrency
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType,
    handler: @escaping @MainActor (TargetType) -> Void
  ) {
    if !isUndoRegistrationEnabled { return }
    openEventGroup()
    precondition(!open.isEmpty, "An operation needs an open undo group")
    if !isUndoing, !isRedoing { redoGroups = [] }
    open[open.count - 1].operations.append(
      Operation(target: target) { [unowned target] in handler(target) }
    )
  }

  public func disableUndoRegistration() { disabledCount += 1 }

  public func enableUndoRegistration() {
    precondition(disabledCount > 0, "The registration isn't disabled")
    disabledCount -= 1
  }

  public func removeAllActions() {
    (undoGroups, redoGroups, open, isEventOpen) = ([], [], [], false)
    disabledCount = 0
  }

  public func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    func remaining(_ groups: [Group]) -> [Group] {
      groups.map { group in
        var group = group
        group.operations.removeAll { $0.target === target }
        return group
      }
    }
    undoGroups = remaining(undoGroups).filter { !$0.operations.isEmpty }
    redoGroups = remaining(redoGroups).filter { !$0.operations.isEmpty }
    open = remaining(open)
  }

  // MARK: Undo and redo

  public func undo() {
    if open.count == 1 { endUndoGrouping() }
    precondition(open.isEmpty, "A nested undo group is open")
    undoNestedGroup()
  }

  public func undoNestedGroup() {
    guard let group = undoGroups.popLast() else { return }
    isUndoing = true
    run(group)
    isUndoing = false
  }

  public func redo() {
    precondition(open.isEmpty, "An undo group is open")
    guard let group = redoGroups.popLast() else { return }
    isRedoing = true
    run(group)
    isRedoing = false
  }

  /// Performs the operations of a group, the last one first.
  ///
  /// They register one group of the other kind.
  private func run(_ group: Group) {
    open.append(Group(name: group.name))
    for operation in group.operations.reversed() { operation.handler() }
    endUndoGrouping()
  }

  // MARK: Names

  public func setActionName(_ actionName: String) {
    if !open.isEmpty {
      open[open.count - 1].name = actionName
    } else if !undoGroups.isEmpty {
      undoGroups[undoGroups.count - 1].name = actionName
    }
  }

  public var undoActionName: String {
    (open.last { !$0.operations.isEmpty } ?? undoGroups.last)?.name ?? ""
  }
  public var redoActionName: String { redoGroups.last?.name ?? "" }
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }
}

@available(iOS 5.0, macOS 10.7, tvOS 9.0, watchOS 2.0, *)
extension NSNotification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name(
    "NSUndoManagerDidCloseUndoGroupNotification"
  )
}
