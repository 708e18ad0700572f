/// Draws a view into a tree of nodes, keeps its state and does what a user does to it, for tests.
///
/// It draws on demand. It follows the documentation of SwiftUI: it shows that our logic is right, not that SwiftUI's
/// is.
@MainActor
public final class ViewHost {
  /// The host whose effects run, for what SwiftUI does without a view at hand.
  static var current: ViewHost?

  /// What was announced by VoiceOver.
  public internal(set) var announcements: [String] = []
  /// How often VoiceOver received a new screen to read.
  public internal(set) var screenChanges = 0
  /// The row that a list was scrolled to last.
  public internal(set) var scrolledTo: AnyHashable?
  /// Whether an alert is closed before the action of its button runs, as on some systems, or after it.
  public var closesAlertsBeforeActions = false
  /// The undo manager of the window, of which each touch and each input is an event.
  public var undoManager: UndoManager?
  /// The transactions of the changes that the view depended on.
  public nonisolated(unsafe) private(set) var transactions: [TransactionRecord] = []

  private let view: any View
  private var tree: [Node] = []
  private var cells: [String: AnyObject] = [:]
  private var usedCells: Set<String> = []
  private var lifecycle = Lifecycle()
  private var alerts = AlertTable()
  private var observed: [String: Any] = [:]
  private var tasks: [String: Task<Void, Never>] = [:]
  private var focuses = FocusTable()
  private var effects: [Lifecycle.Effect] = []
  // Compared wherever a change is made.
  private nonisolated(unsafe) var pass = 0
  private var unseenChanges = 0
  private var waiter: CheckedContinuation<Void, Never>?
  private var hasTimedOut = false

  public init(_ view: some View, undoManager: UndoManager? = nil) {
    self.view = view
    self.undoManager = undoManager
    update()
  }

  // MARK: Reads

  /// The outermost nodes there are now.
  public var roots: [Node] {
    update()
    return tree
  }

  /// All nodes there are now.
  public var nodes: [Node] { roots.flatMap(\.all) }

  public func nodes(_ kind: Node.Kind) -> [Node] {
    nodes.filter { $0.kind == kind }
  }

  public func node(_ kind: Node.Kind, _ text: String? = nil) -> Node? {
    nodes.first { $0.kind == kind && (text == nil || $0.text == text) }
  }

  /// The texts that can be read, in order.
  public var texts: [String] { nodes(.text).compactMap(\.text) }

  /// The alert that is up.
  public var alert: Node? { node(.alert) }

  /// The sheet that is up.
  public var sheet: Node? { node(.sheet) }

  // MARK: Interaction

  /// Taps what shows this text; a button of an alert also ends the alert.
  public func tap(_ text: String) throws(ViewHostError) {
    let path = try reachablePath(to: text) { $0.text == text && $0.kind != .alert }
    guard let index = path.lastIndex(where: { $0.tapAction != nil }) else {
      throw .notFound(text)
    }
    guard path[index].isEnabled else { throw .disabled(text) }
    let alert = path.last { $0.kind == .alert }
    if closesAlertsBeforeActions { alert?.dismiss() }
    path[index].tapAction?()
    if !closesAlertsBeforeActions { alert?.dismiss() }
    endEvent()
  }

  /// Replaces what is in a text field, which is named by its title.
  public func type(_ text: String, into title: String) throws(ViewHostError) {
    let path = try reachablePath(to: title) { $0.inputAction != nil && $0.title == title }
    guard path.last?.isEnabled == true else { throw .disabled(title) }
    path.last?.inputAction?(text)
    endEvent()
  }

  /// Puts the cursor into a text field, which is named by its title.
  public func focus(_ title: String) throws(ViewHostError) {
    let path = try reachablePath(to: title) { $0.inputAction != nil && $0.title == title }
    guard path.last?.isEnabled == true else { throw .disabled(title) }
    path.last?.focusAction?()
    update()
  }

  /// The title of the text field that has the cursor.
  public var focusedTitle: String? { nodes.first { $0.isFocused }?.title }

  /// Pulls to refresh and waits for the end.
  public func refresh() async throws(ViewHostError) {
    guard let action = nodes.compactMap(\.refreshAction).first else {
      throw .notFound("refreshable")
    }
    await action()
    update()
  }

  /// Deletes the rows at these indices of the first list that allows it.
  public func delete(_ indices: IndexSet) throws(ViewHostError) {
    guard let action = nodes.compactMap(\.deleteAction).first else { throw .notFound("onDelete") }
    action(indices)
    endEvent()
  }

  /// Drags the sheet down that is in front.
  public func dismissSheet() throws(ViewHostError) {
    guard let sheet = nodes(.sheet).last else { throw .notFound("sheet") }
    sheet.dismiss()
    update()
  }

  /// Goes back to the screen before the one that is in front.
  public func goBack() throws(ViewHostError) {
    guard let destination = nodes(.destination).last else { throw .notFound("destination") }
    destination.dismiss()
    update()
  }

  /// What the system does after a touch or an input.
  private func endEvent() {
    update()
    undoManager?.endEvent()
  }

  /// Takes the view off the screen.
  public func close() {
    lifecycle.end()
  }

  /// Waits for the end of the tasks that views have started.
  ///
  /// Stops the process with the places of these tasks when they do not end.
  public func settle(timeout: Duration = .seconds(30)) async {
    let timer = startTimer(timeout) { [self] in
      fatalError("\(waitedInVain("the end of its tasks", timeout))")
    }
    for path in tasks.keys.sorted() { await tasks[path]?.value }
    timer.cancel()
    update()
  }

  /// Draws again at each change until `condition` holds.
  ///
  /// - Throws: `waitedInVain` with what is shown and runs when nothing changes for `timeout`,
  ///   `CancellationError` when the test is cancelled.
  public func wait(timeout: Duration = .seconds(30), until condition: () -> Bool) async throws {
    update()
    while !condition() {
      let timer = startTimer(timeout) { [self] in
        hasTimedOut = true
        resumeWaiter()
      }
      await nextChange()
      timer.cancel()
      try Task.checkCancellation()
      if hasTimedOut {
        hasTimedOut = false
        throw waitedInVain("a condition that holds", timeout)
      }
      update()
    }
  }

  private func waitedInVain(_ what: String, _ timeout: Duration) -> ViewHostError {
    .waitedInVain(
      """
      \(Swift.type(of: view)) was waited for \(timeout) for \(what). It shows \(texts); its tasks: \
      \(tasks.keys.sorted())
      """
    )
  }

  private func startTimer(
    _ timeout: Duration,
    onTimeout: @escaping () -> Void
  ) -> Task<Void, Never> {
    Task {
      // In parts: while the machine stands still, one of them passes at most.
      for _ in 0..<100 {
        guard (try? await Task.sleep(for: timeout / 100)) != nil else { return }
      }
      onTimeout()
    }
  }

  // MARK: Drawing

  /// Draws the view as it is now and does what follows from that, until nothing more follows.
  public func update() {
    Self.current = self
    defer { Self.current = nil }
    var last: [String] = []
    for _ in 0..<Self.mostPasses {
      draw()
      last = runEffects()
      guard !last.isEmpty else { return alerts.commit() }
    }
    fatalError(
      """
      \(Swift.type(of: view)) does not come to rest: after \(Self.mostPasses) passes there is still \
      something to do. In the last one: \(last.joined(separator: ", "))
      """
    )
  }

  /// A view that needs more has a new part in each, as with an `id` that is never the same.
  private static let mostPasses = 1_000

  private func draw() {
    pass += 1
    usedCells = []
    alerts.begin()
    focuses = FocusTable()
    let nodes = withObservationTracking {
      RenderContext(host: self).nodes(of: view)
    } onChange: { [weak self, pass] in
      // Ignores changes that earlier passes observed.
      guard let self, pass == self.pass else { return }
      noteChange(in: .current)
    }
    tree = alerts.arrange(nodes)
    cells = cells.filter { usedCells.contains($0.key) }
  }

  /// - Returns: Why there was something to do.
  private func runEffects() -> [String] {
    let pending = effects + lifecycle.commit() + focuses.effects
    effects = []
    for effect in pending { effect.run() }
    return pending.map(\.reason)
  }

  // Called wherever a change is made, which in tests is the main actor.
  private nonisolated func noteChange(in transaction: TransactionRecord) {
    transactions.append(transaction)
    Task { @MainActor in
      unseenChanges += 1
      resumeWaiter()
    }
  }

  private func nextChange() async {
    if unseenChanges == 0 {
      await withTaskCancellationHandler {
        await withCheckedContinuation { waiter = $0 }
      } onCancel: {
        Task { @MainActor in self.resumeWaiter() }
      }
    }
    unseenChanges = 0
  }

  private func resumeWaiter() {
    waiter?.resume()
    waiter = nil
  }

  // MARK: Requests of views

  func cell<Value>(at path: String, initialValue: Value) -> StateCell<Value> {
    usedCells.insert(path)
    if let cell = cells[path] as? StateCell<Value> { return cell }
    let cell = StateCell(initialValue) { [weak self] transaction in
      self?.noteChange(in: transaction)
    }
    cells[path] = cell
    return cell
  }

  func notePresence(
    at path: String,
    appear: @escaping () -> Void = {},
    disappear: @escaping () -> Void = {}
  ) {
    lifecycle.notePresence(at: path, appear: appear, disappear: disappear)
  }

  func noteValue<Value: Equatable>(
    _ value: Value,
    at path: String,
    initial: Bool,
    _ action: @escaping (Value, Value) -> Void
  ) {
    notePresence(at: path, disappear: { [weak self] in self?.observed[path] = nil })
    // In two steps: no value at all would pass for an optional one that is `nil`.
    if let observed = observed[path], let old = observed as? Value {
      if old != value { effects.append(("\(path) changed", { action(old, value) })) }
    } else if initial {
      effects.append(("\(path) has its first value", { action(value, value) }))
    }
    observed[path] = value
  }

  func noteFocus(_ cell: AnyObject, isNone: () -> Bool, reset: @escaping () -> Void) {
    focuses.note(cell, isNone: isNone(), reset: reset)
  }

  func noteTakenFocus(_ cell: AnyObject) {
    focuses.take(cell)
  }

  func startTask(
    at path: String,
    priority: TaskPriority,
    _ action: @escaping @Sendable () async -> Void
  ) {
    cancelTask(at: path)
    tasks[path] = Task(priority: priority) { await action() }
  }

  func cancelTask(at path: String) {
    tasks.removeValue(forKey: path)?.cancel()
  }

  func content(ofAlertAt path: String, requested: AlertContent?) -> AlertContent? {
    alerts.content(at: path, requested: requested)
  }

  // MARK: Touches

  private func reachablePath(
    to name: String,
    _ condition: (Node) -> Bool
  ) throws(ViewHostError) -> [Node] {
    update()
    let paths = tree.flatMap { $0.paths(to: condition) }
    guard !paths.isEmpty else { throw .notFound(name) }
    let modal = tree.flatMap(\.all).last { [.alert, .sheet, .destination].contains($0.kind) }
    let reachable = paths.first { path in
      (modal.map { modal in path.contains { $0 === modal } } ?? true)
        && path.allSatisfy { $0.allowsHitTesting && $0.opacity > 0 } && !isCovered(path)
    }
    guard let reachable else { throw .outOfReach(name) }
    return reachable
  }

  private func isCovered(_ path: [Node]) -> Bool {
    zip(path, path.dropFirst()).contains { parent, child in
      guard parent.kind == .layers else { return false }
      let inFront = parent.children.drop { $0 !== child }.dropFirst()
      return inFront.contains(where: \.coversTouches)
    }
  }
}
