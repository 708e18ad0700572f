import StateCore
import StateRequests

/// A program of steps, and its run.
struct RequestProgram {
  let limits: RequestLimits
  var steps: [RequestStep] = []

  func run() -> RequestRun {
    var run = RequestRun(limits: limits)
    for step in steps {
      run.perform(step)
      if !run.faults.isEmpty { break }
    }
    return run
  }

  /// Returns the program without the steps that its faults don't need.
  func shrunk() -> RequestProgram {
    var program = self
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < program.steps.count {
        var shorter = program
        shorter.steps.removeSubrange(start..<min(start + size, program.steps.count))
        if shorter.run().faults.isEmpty { start += size } else { program = shorter }
      }
      size /= 2
    }
    return program
  }
}

/// A maker of random programs, which runs each program to know what its next step can name.
struct RequestProgramMaker {
  private var random: SeededGenerator
  private(set) var run: RequestRun
  private(set) var program: RequestProgram
  private var lastCaller = 0
  private var lastChange = 0
  private var watchers: [RequestCaller] = []
  private var waiters: [RequestCaller] = []
  private var changes: [RequestChange] = []
  /// The numbers of the last requests of changes.
  private var requests: [RequestChange: Int] = [:]

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    var limits = RequestLimits()
    limits.entries = [2, 3, 100][seed % 3]
    limits.cost = [nil, 4][seed / 3 % 2]
    run = RequestRun(limits: limits)
    program = RequestProgram(limits: limits)
  }

  /// Adds random steps in which each caller, attempt and change that a step names usually exists.
  mutating func make(length: Int) {
    while program.steps.count < length, run.faults.isEmpty {
      guard let step = makeStep() else { continue }
      program.steps.append(step)
      run.perform(step)
    }
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func key() -> Int { number(0..<3) }
  private mutating func options() -> Int { number(0..<requestOptions.count) }

  private mutating func caller() -> RequestCaller {
    lastCaller += 1
    return lastCaller
  }

  private mutating func makeStep() -> RequestStep? {
    switch number(0..<40) {
    case 0..<4:
      watchers.append(caller())
      return .watch(key(), by: lastCaller, options: options())
    case 4..<7:
      waiters.append(caller())
      return .wait(key(), by: lastCaller, options: options())
    case 7, 8:
      waiters.append(caller())
      return Bool.random(using: &random)
        ? .reload(key(), by: lastCaller, options: options())
        : .reloadNext(key(), by: lastCaller, options: options())
    case 9..<12: return (watchers + waiters).randomElement(using: &random).map { .leave($0) }
    case 12: return watchers.randomElement(using: &random).map { .event(of: $0) }
    case 13..<20: return makeEnd()
    case 20..<24: return .pass(number(1..<12), wakes: number(0..<3) > 0)
    case 24: return .setBack(number(1..<30))
    case 25: return .set(key(), options: options(), age: number(-5..<20))
    case 26:
      return number(0..<2) == 0
        ? .invalidate(key()) : .dependency(key(), isUsed: number(0..<2) == 0)
    case 27: return number(0..<2) == 0 ? .invalidate(key()) : .invalidateAnswer(key())
    case 28: return .update(key())
    case 29: return number(0..<2) == 0 ? makeInsertion() : makeSend()
    case 30:
      lastChange += 1
      changes.append(lastChange)
      requests[lastChange] = lastChange
      let first = key()
      return .apply(
        lastChange,
        to: number(0..<3) == 0 ? [first, (first + 1) % 3] : [first],
        options: options()
      )
    case 31, 32: return makeAnswer()
    case 33: return .active(number(0..<3) > 0)
    case 34: return .online(number(0..<3) > 0)
    case 35: return number(0..<3) == 0 ? .freeMemory : nil
    case 36: return number(0..<2) == 0 ? .remove(key()) : nil
    case 37: return number(0..<8) == 0 ? .clear : nil
    default: return .endTurn
    }
  }

  /// Returns the end of an attempt, in any order of the attempts.
  private mutating func makeEnd() -> RequestStep? {
    let open = run.attempts.flatMap { key, attempts in attempts.keys.map { (key, $0) } }.sorted {
      $0 < $1
    }
    guard let (key, ordinal) = open.randomElement(using: &random) else { return nil }
    switch number(0..<5) {
    case 0: return .failure(key, attempt: ordinal, pause: nil)
    case 1: return .failure(key, attempt: ordinal, pause: number(0..<10))
    default: return .answer(key, attempt: ordinal)
    }
  }

  private mutating func makeInsertion() -> RequestStep? {
    let later = Set(changes.filter { _ in number(0..<2) == 0 })
    let new = (0..<number(1..<3)).map { _ in
      lastChange += 1
      return lastChange
    }
    let old = number(0..<2) == 0 ? changes.randomElement(using: &random) : nil
    changes.removeAll { $0 == old }
    changes += new
    return .insert(new, to: key(), options: options(), before: later, old)
  }

  private mutating func makeSend() -> RequestStep? {
    guard let change = changes.randomElement(using: &random) else { return nil }
    lastChange += 1
    requests[change] = lastChange
    return .send(change, at: lastChange)
  }

  private mutating func makeAnswer() -> RequestStep? {
    guard let change = changes.randomElement(using: &random) else { return nil }
    changes.removeAll { $0 == change }
    switch number(0..<3) {
    case 0: return .rollBack(change)
    case 1: return .commit(change, sentAt: makeRequest(change), answered: [], options: options())
    default:
      let request = makeRequest(change)
      return .commit(change, sentAt: request, answered: [key()], options: options())
    }
  }

  /// Returns the number of the request with the answer to a change.
  private mutating func makeRequest(_ change: RequestChange) -> Int {
    if let request = requests[change] { return request }
    lastChange += 1
    return lastChange
  }
}
