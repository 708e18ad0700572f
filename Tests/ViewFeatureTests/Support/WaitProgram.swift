/// A small system of actions that wait for each other: two stores with a lane each, handlers, and effects.
///
/// Action 0 is sent from outside. Each other action is sent by the handler or the effect of an earlier one.
struct WaitProgram: CustomStringConvertible {
  enum Part: Int, CaseIterable {
    case handler, effect
  }

  /// The way in which the sender waits for an action.
  enum Mode: CaseIterable {
    case none
    /// Until the action is done.
    case value
    /// Until its handler has ended, like `StoreProxy.send` in an effect.
    case handled
  }

  struct Sending {
    let sender: Int
    let part: Part
    let mode: Mode
  }

  /// A wait for an action that another one has sent, if that has happened by then.
  struct FurtherWait {
    let waiter: Int
    let part: Part
    let awaited: Int
  }

  enum Step: Hashable {
    case send(Int)
    case sendThroughProxy(Int)
    case wait(Int)
    case waitIfSent(Int)
  }

  /// The store of each action.
  let stores: [Int]
  /// Whether the effect of each action is queued in the lane of its store.
  let hasLane: [Bool]
  /// The sending of each action except the first one.
  let sendings: [Sending]
  var furtherWait: FurtherWait?
  /// Whether action 2 is part of action 0, because another store's handler sends it inside the handler of action 0.
  var isNested = false

  var count: Int { stores.count }

  func steps(_ action: Int, _ part: Part) -> [Step] {
    var steps: [Step] = []
    for (index, sending) in sendings.enumerated()
    where sending.sender == action && sending.part == part {
      switch sending.mode {
      case .none: steps.append(.send(index + 1))
      case .value: steps += [.send(index + 1), .wait(index + 1)]
      case .handled: steps.append(.sendThroughProxy(index + 1))
      }
    }
    if let furtherWait, furtherWait.waiter == action, furtherWait.part == part {
      steps.append(.waitIfSent(furtherWait.awaited))
    }
    return steps
  }

  /// Returns the action of the same store that contains an action.
  func parent(of action: Int) -> Int? {
    guard action > 0 else { return nil }
    let sender = sendings[action - 1].sender
    if action == 2, isNested { return 0 }
    return stores[sender] == stores[action] ? sender : nil
  }

  /// Whether the handlers may run inside each other, up to the first suspension.
  ///
  /// A store's handler counts as the sender of everything that is sent to the store in the meantime.
  var mayBeNested: Bool {
    count > 2 && stores == [0, 1, 0] && sendings.map(\.sender) == [0, 1]
      && sendings.allSatisfy { $0.part == .handler }
  }

  var description: String {
    (0..<count).map { action in
      let parts = Part.allCases.map { "\($0) \(steps(action, $0))" }.joined(separator: ", ")
      return "\(action) in store \(stores[action])\(hasLane[action] ? ", queued" : ""): \(parts)"
    }
    .joined(separator: "\n")
  }

  /// Returns all programs with a number of actions.
  static func all(count: Int, withFurtherWaits: Bool) -> [WaitProgram] {
    var programs: [WaitProgram] = []
    for stores in choices([0, 1], count: count) where stores[0] == 0 {
      for hasLane in choices([false, true], count: count) {
        for sendings in allSendings(stores) {
          let program = WaitProgram(stores: stores, hasLane: hasLane, sendings: sendings)
          programs.append(program)
          if withFurtherWaits { programs += program.withFurtherWaits }
        }
      }
    }
    return programs
  }

  private static func choices<Choice>(_ options: [Choice], count: Int) -> [[Choice]] {
    (0..<count).reduce([[]]) { lists, _ in
      lists.flatMap { list in options.map { list + [$0] } }
    }
  }

  private static func allSendings(_ stores: [Int]) -> [[Sending]] {
    (1..<stores.count).reduce([[]]) { lists, action in
      lists.flatMap { list in
        (0..<action).flatMap { sender in
          Part.allCases.flatMap { part in
            Mode.allCases.compactMap { mode -> [Sending]? in
              if mode == .handled, part == .handler || stores[sender] != stores[action] {
                return nil
              }
              return list + [Sending(sender: sender, part: part, mode: mode)]
            }
          }
        }
      }
    }
  }

  private var withFurtherWaits: [WaitProgram] {
    (0..<count).flatMap { waiter in
      Part.allCases.flatMap { part in
        (0..<count).map { awaited in
          var program = self
          program.furtherWait = FurtherWait(waiter: waiter, part: part, awaited: awaited)
          return program
        }
      }
    }
  }
}

/// A literal model that runs a program in each order, and determines whether it ends.
struct WaitModel {
  struct Outcome: Equatable {
    /// Whether a wait never ends in some order.
    var mayHang = false
    /// Whether everything ends in some order.
    var mayEnd = false
  }

  private enum Progress {
    case absent, waiting, running, ended
  }

  private struct State: Hashable {
    var handlers: [Progress]
    var effects: [Progress]
    /// The next step of each handler, followed by those of each effect.
    var positions: [Int]
    var isVisible: [Bool]
    var queues: [[Int]] = [[], []]
    var lanes: [[Int]] = [[], []]
  }

  private let program: WaitProgram
  /// The steps of each handler, followed by those of each effect.
  private let steps: [[WaitProgram.Step]]
  private var seen: Set<State> = []
  private var outcome = Outcome()

  static func outcome(of program: WaitProgram) -> Outcome {
    var model = WaitModel(program)
    model.explore()
    guard program.mayBeNested, !program.isNested else { return model.outcome }
    var nested = program
    nested.isNested = true
    let other = outcome(of: nested)
    return Outcome(
      mayHang: model.outcome.mayHang || other.mayHang,
      mayEnd: model.outcome.mayEnd || other.mayEnd
    )
  }

  private init(_ program: WaitProgram) {
    self.program = program
    steps = WaitProgram.Part.allCases.flatMap { part in
      (0..<program.count).map { program.steps($0, part) }
    }
  }

  private mutating func explore() {
    let count = program.count
    var start = State(
      handlers: Array(repeating: .absent, count: count),
      effects: Array(repeating: .absent, count: count),
      positions: Array(repeating: 0, count: 2 * count),
      isVisible: Array(repeating: false, count: count)
    )
    send(0, &start)
    start.isVisible[0] = true
    var open = [start]
    while let state = open.popLast() {
      guard seen.insert(state).inserted else { continue }
      let next = (0..<(2 * count)).compactMap { advanced(state, $0) }
      open += next
      guard next.isEmpty else { continue }
      if (0..<count).allSatisfy({ state.handlers[$0] == .absent || isDone($0, state) }) {
        outcome.mayEnd = true
      } else {
        outcome.mayHang = true
      }
    }
  }

  private func isDone(_ action: Int, _ state: State) -> Bool {
    state.handlers[action] == .ended && state.effects[action] == .ended
      && (0..<program.count).allSatisfy {
        program.parent(of: $0) != action || state.handlers[$0] == .absent || isDone($0, state)
      }
  }

  /// Returns the state after the next step of a handler or an effect, or `nil` if it is blocked.
  private func advanced(_ state: State, _ process: Int) -> State? {
    let action = process % program.count
    let isHandler = process < program.count
    guard (isHandler ? state.handlers : state.effects)[action] == .running else { return nil }
    var state = state
    guard state.positions[process] < steps[process].count else {
      if isHandler { endHandler(action, &state) } else { endEffect(action, &state) }
      return state
    }
    switch steps[process][state.positions[process]] {
    case .send(let other):
      send(other, &state)
      state.isVisible[other] = true
    case .sendThroughProxy(let other):
      guard state.handlers[other] != .absent else {
        send(other, &state)
        return state
      }
      guard state.handlers[other] == .ended else { return nil }
      state.isVisible[other] = true
    case .wait(let other):
      guard isDone(other, state) else { return nil }
    case .waitIfSent(let other):
      guard !state.isVisible[other] || isDone(other, state) else { return nil }
    }
    state.positions[process] += 1
    return state
  }

  private func send(_ action: Int, _ state: inout State) {
    let store = program.stores[action]
    state.queues[store].append(action)
    state.handlers[action] = state.queues[store].count == 1 ? .running : .waiting
  }

  private func endHandler(_ action: Int, _ state: inout State) {
    let store = program.stores[action]
    state.handlers[action] = .ended
    state.queues[store].removeFirst()
    if let next = state.queues[store].first { state.handlers[next] = .running }
    guard program.hasLane[action] else {
      state.effects[action] = .running
      return
    }
    state.lanes[store].append(action)
    state.effects[action] = state.lanes[store].count == 1 ? .running : .waiting
  }

  private func endEffect(_ action: Int, _ state: inout State) {
    let store = program.stores[action]
    state.effects[action] = .ended
    guard program.hasLane[action] else { return }
    state.lanes[store].removeFirst()
    if let next = state.lanes[store].first { state.effects[next] = .running }
  }
}
