/// A model of a parent and its children: the rules of places, stores, outputs, and dismissals, without a store.
struct ReferenceTree {
  /// A child with a store, identified by its index.
  struct Child {
    let object: Int
    /// The declarations that lead to it, in order, and the key in each.
    ///
    /// The first one handles its outputs.
    var homes: [(declaration: TreeDeclaration, key: TreeKey)]
    var hasEnded = false
    /// Whether its dismissal waits in the parent's queue.
    var isLeaving = false
    var saving: Int?
    var working: Int?

    var effects: [Int] { [saving, working].compactMap { $0 }.sorted() }
  }

  /// An action of the parent.
  enum Turn {
    case edit(TreeEdit)
    case wait
    case output(TreeDeclaration, TreeKey, TreeOutput)
    case tellAll(TreeChild.Action)
    case deliverToAll(TreeChild.Action)
    case dismissal(Int)
  }

  private(set) var shape = TreeShape()
  private(set) var children: [Child] = []
  private(set) var lines: [String] = []
  /// Whether the state has changed since the parent last checked for removed children.
  private(set) var isDirty = false
  private var queue: [Turn] = []
  private(set) var isWaiting = false
  private var isHandling = false

  // MARK: Parent

  /// Changes the state outside any handler.
  mutating func change(_ edit: TreeEdit) {
    shape.apply(edit)
    isDirty = true
  }

  mutating func send(_ turn: Turn) {
    queue.append(turn)
    if isWaiting || isHandling { return }
    handleQueue()
    prune()
  }

  /// Ends the suspended handler.
  mutating func resume() {
    isWaiting = false
    handleQueue()
    prune()
  }

  private mutating func handleQueue() {
    while !isWaiting, !queue.isEmpty {
      let turn = queue.removeFirst()
      isHandling = true
      handle(turn)
      isHandling = false
      // A handler that may suspend is checked separately.
      if !isWaiting { prune() }
    }
  }

  private mutating func handle(_ turn: Turn) {
    switch turn {
    case .edit(let edit): shape.apply(edit)
    case .wait: isWaiting = true
    case .output(let declaration, let key, let output):
      lines.append("\(declaration)\(key) reports \(output.token)")
      if let edit = output.edit { shape.apply(edit) }
    case .tellAll(let action): queue.append(.deliverToAll(action))
    case .deliverToAll(let action):
      var seen: Set<Int> = []
      for id in shape.list.map(TreeShape.id) where seen.insert(id).inserted {
        if let child = scope(.list, .id(id)) { send(action, to: child) }
      }
    case .dismissal(let index):
      prune()
      children[index].isLeaving = false
      if !children[index].hasEnded { shape.remove(children[index].object) }
    }
  }

  // MARK: Stores

  /// Returns the store of a child, and creates it if necessary.
  mutating func scope(_ declaration: TreeDeclaration, _ key: TreeKey) -> Int? {
    prune()
    guard let object = shape.object(declaration, key) else { return nil }
    if let index = children.firstIndex(where: { !$0.hasEnded && $0.object == object }) {
      return index
    }
    children.append(Child(object: object, homes: [(declaration, key)]))
    updateHomes(of: children.count - 1)
    return children.count - 1
  }

  /// Ends the children that no declaration leads to.
  mutating func prune() {
    isDirty = false
    for index in children.indices where !children[index].hasEnded {
      if updateHomes(of: index) { continue }
      children[index].hasEnded = true
      children[index].saving = nil
      children[index].working = nil
    }
  }

  /// - Returns: Whether the child still exists. The same object in another case is another child.
  @discardableResult
  private mutating func updateHomes(of index: Int) -> Bool {
    let child = children[index]
    let present = TreeDeclaration.allCases.compactMap { declaration in
      shape.key(of: child.object, in: declaration).map { (declaration: declaration, key: $0) }
    }
    let isThere = present.contains { home in
      child.homes.contains { $0.declaration == home.declaration }
        || !child.homes.contains { $0.declaration.property == home.declaration.property }
    }
    if isThere { children[index].homes = present }
    return isThere
  }

  // MARK: Children

  mutating func send(_ action: TreeChild.Action, to index: Int) {
    // A child that has ended doesn't check the state again.
    if children[index].hasEnded { return }
    prune()
    if children[index].hasEnded { return }
    let number = children[index].object
    switch action {
    case .note(let token): lines.append("\(number) noted \(token)")
    case .save(let token):
      if children[index].saving != nil { return }
      lines.append("\(number) saves \(token)")
      children[index].saving = TreeShape.effect(token, of: number)
    case .work(let token):
      lines.append("\(number) works \(token)")
      children[index].working = TreeShape.effect(token, of: number)
    case .report(let output): report(output, of: index)
    case .leave: leave(index)
    case .leaveTwice:
      leave(index)
      leave(index)
    case .reportThenLeave(let output):
      report(output, of: index)
      leave(index)
    case .leaveThenReport(let output):
      leave(index)
      report(output, of: index)
    }
  }

  /// Ends an effect of a child.
  ///
  /// Its last step is an output.
  mutating func finish(_ token: Int) {
    guard let index = children.firstIndex(where: { $0.effects.contains(token) }) else { return }
    if children[index].saving == token { children[index].saving = nil }
    if children[index].working == token { children[index].working = nil }
    report(TreeOutput(token: token), of: index)
  }

  private mutating func report(_ output: TreeOutput, of index: Int) {
    if children[index].hasEnded { return }
    prune()
    guard !children[index].hasEnded, !children[index].isLeaving,
      let home = children[index].homes.first
    else { return }
    send(.output(home.declaration, home.key, output))
  }

  private mutating func leave(_ index: Int) {
    if children[index].hasEnded { return }
    prune()
    if children[index].hasEnded || children[index].isLeaving { return }
    children[index].isLeaving = true
    send(.dismissal(index))
  }
}
