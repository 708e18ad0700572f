@testable import StateHistory

/// A step of a program on a sheet.
enum SheetStep {
  case change([SheetWrite])
  case hold(Int, [SheetWrite], late: [SheetWrite])
  case later(Int, [SheetWrite], late: [SheetWrite])
  /// Lets the suspended handler, or an effect, continue.
  case open(Int)
  case observe([SheetWrite])
  /// Writes as a view does, in one turn.
  case write([SheetWrite])
  case group([SheetWrite])
  case present([SheetWrite], late: [SheetWrite], undoes: Bool)
  case openPresented
  case dismiss
  case undo
  case redo
}

/// The rules of a history of a store whose handlers suspend, and whose reactions follow at their end.
struct SheetModel {
  /// The code that has changed the title first while a handler was suspended.
  private enum Origin {
    case handler
    case root(Int)
    case foreign
  }

  private struct Work {
    let number: Int
    let root: Int
    let now: [SheetWrite]
    let late: [SheetWrite]
  }

  private enum Queued {
    case change(Int, [SheetWrite])
    case hold(Work)
    case later(Work)
    case view
  }

  private enum ViewPhase { case waiting, running, done }

  private(set) var values = [0, 0, 0, 0]
  private(set) var reference = ReferenceHistory(limits: HistoryLimits(), interval: nil)
  /// The title at the last reaction.
  private var seen = 0
  private var handler: Work?
  private var origin: Origin?
  private var queue: [Queued] = []
  private var effects: [Work] = []
  private var view: (now: [SheetWrite], late: [SheetWrite], phase: ViewPhase)?
  private var lastRoot = 0
  private var burst = 0

  var isPresented: Bool { view != nil }
  /// The suspended handler, and the running effects.
  var waiting: [Int] { ([handler].compactMap(\.self) + effects).map(\.number) }

  /// Makes a step; returns whether the call of the history succeeds, if there is one.
  mutating func make(_ step: SheetStep) -> Bool? {
    burst += 1
    switch step {
    case .change(let writes): enqueue(.change(newRoot(), writes))
    case .hold(let number, let now, let late):
      enqueue(.hold(Work(number: number, root: newRoot(), now: now, late: late)))
    case .later(let number, let now, let late):
      enqueue(.later(Work(number: number, root: newRoot(), now: now, late: late)))
    case .open(let number): open(number)
    case .observe(let writes): write(writes, .foreign)
    case .write(let writes), .group(let writes): write(writes, .root(newRoot()))
    case .present(let now, let late, let undoes):
      let result = undoes ? undo() : nil
      view = (now, late, .waiting)
      enqueue(.view)
      return result
    case .openPresented:
      guard let late = view?.late, view?.phase == .running else { break }
      view?.phase = .done
      write(late, .foreign)
    case .dismiss:
      view = nil
      queue.removeAll { if case .view = $0 { true } else { false } }
    case .undo: return undo()
    case .redo: return move { $0.redo() }
    }
    return nil
  }

  private mutating func newRoot() -> Int {
    lastRoot += 1
    return lastRoot
  }

  // MARK: Handlers

  private mutating func enqueue(_ queued: Queued) {
    queue.append(queued)
    handleQueue()
  }

  private mutating func handleQueue() {
    while handler == nil, !queue.isEmpty {
      burst += 1
      switch queue.removeFirst() {
      case .change(let root, let writes): write(writes, .root(root))
      case .hold(let work):
        handler = work
        record(work.now, .handler)
      case .later(let work):
        write(work.now, .root(work.root))
        effects.append(work)
      case .view:
        guard let now = view?.now else { continue }
        view?.phase = .running
        write(now, .foreign)
      }
    }
  }

  private mutating func open(_ number: Int) {
    if let index = effects.firstIndex(where: { $0.number == number }) {
      let work = effects.remove(at: index)
      return write(work.late, .root(work.root))
    }
    guard let work = handler, work.number == number else { return }
    record(work.late, .handler)
    react(origin ?? .handler)
    (handler, origin) = (nil, nil)
    handleQueue()
  }

  // MARK: Changes

  /// Makes changes to which the store reacts at once, unless a handler is suspended.
  private mutating func write(_ writes: [SheetWrite], _ origin: Origin) {
    record(writes, origin)
    if handler == nil { react(origin) }
  }

  private mutating func react(_ origin: Origin) {
    if values[0] == seen { return }
    seen = values[0]
    record([SheetWrite(field: 1, value: 10 * seen)], origin)
  }

  private mutating func record(_ writes: [SheetWrite], _ origin: Origin) {
    for write in writes where values[write.field] != write.value {
      let old = values[write.field]
      values[write.field] = write.value
      if write.field == 0, handler != nil { self.origin = self.origin ?? origin }
      guard let root = root(of: origin) else {
        reference.forget(where: { $0 == write.field }, isForeign: true)
        continue
      }
      reference.record(
        ReferenceHistory.Write(key: write.field, before: old, after: write.value),
        root: root,
        burst: burst,
        kind: nil,
        name: nil,
        time: 0
      )
    }
    forgetOrigin()
  }

  private func root(of origin: Origin) -> Int? {
    switch origin {
    case .handler: handler?.root
    case .root(let root): root
    case .foreign: nil
    }
  }

  /// A title that is what it was has no reaction.
  private mutating func forgetOrigin() { if values[0] == seen { origin = nil } }

  // MARK: Undo

  private mutating func undo() -> Bool {
    reference.settle()
    if let step = reference.undoable.last?.id {
      effects.removeAll { [reference] in reference.step(of: $0.root) == step }
    }
    return move { $0.undo() }
  }

  private mutating func move(_ make: (inout ReferenceHistory) -> [Int: Int]?) -> Bool {
    guard let new = make(&reference) else { return false }
    let isAwaited = handler != nil && values[0] != seen
    for (field, value) in new { values[field] = value }
    if !isAwaited { seen = values[0] }
    forgetOrigin()
    return true
  }
}
