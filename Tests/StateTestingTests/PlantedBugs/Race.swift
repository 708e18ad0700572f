import StateTesting
import ViewFeature

/// A program whose result depends on the order of its steps, and a result that only some orders produce.
struct Race: Sendable, CustomStringConvertible {
  let description: String
  /// The minimum number of a thousand seeds that find it.
  let leastCount: Int
  /// Whether a run had the order in question.
  ///
  /// Called inside a simulation.
  let happens: @Sendable () async throws -> Bool

  init(
    _ description: String,
    atLeast leastCount: Int,
    _ happens: @escaping @Sendable () async throws -> Bool
  ) {
    self.description = description
    self.leastCount = leastCount
    self.happens = happens
  }
}

extension Race {
  static let all: [Race] =
    [lostUpdate, overdrawnAccount, pageAppendedTwice, lostWakeUp] + consecutiveCalls
    + cancelsOfAnEffect + [startAfterThirtySteps, droppedElements, fastThenSlow]

  static let lostUpdate = Race("an update is lost after an await", atLeast: 400) {
    let counter = Counter(isPlanted: true)
    async let first: Void = counter.increment()
    async let second: Void = counter.increment()
    _ = await (first, second)
    return await counter.count < 2
  }

  static let overdrawnAccount = Race("a check is outdated after an await", atLeast: 400) {
    let account = Account()
    async let first: Void = account.withdraw(70)
    async let second: Void = account.withdraw(70)
    _ = await (first, second)
    return await account.balance < 0
  }

  static let pageAppendedTwice = Race("a page is appended twice", atLeast: 500) {
    let model = await PageModel(isPlanted: true)
    async let first: Void = model.loadMore()
    async let second: Void = model.loadMore()
    _ = await (first, second)
    let items = await model.items
    return Set(items).count < items.count
  }

  static let lostWakeUp = Race("a signal comes between a check and its wait", atLeast: 400) {
    let mailbox = Mailbox()
    let sender = Task {
      await mailbox.put()
      await mailbox.signal()
    }
    let hasWaited = await mailbox.wouldWaitForEver()
    await sender.value
    return hasWaited
  }

  /// The orders in which the second of two tasks comes between the calls of the first.
  static let consecutiveCalls = [false, true].flatMap { isImmediate in
    [["a1", "b1", "a2", "b2"], ["a1", "b1", "b2", "a2"]].map { order in
      let kind = isImmediate ? "Task.immediate" : "Task"
      return Race(
        "\(kind), two calls each of one actor: \(order.joined(separator: " "))",
        atLeast: 20
      ) {
        let log = OrderLog()
        let work: @Sendable (String) async -> Void = { name in
          if isImmediate { await Task.yield() }
          await log.add(name + "1")
          await log.add(name + "2")
        }
        let tasks = ["a", "b"].map { name in
          isImmediate ? Task.immediate { await work(name) } : Task { await work(name) }
        }
        for task in tasks { await task.value }
        return await log.entries == order
      }
    }
  }

  /// A cancel after an exact number of turns of an effect, each of which calls an actor.
  static let cancelsOfAnEffect = (0...5).map { turns in
    Race("a cancel comes after turn \(turns) of an effect", atLeast: 5) {
      await Turns.cancelled() == turns
    }
  }

  static let startAfterThirtySteps = Race(
    "a task begins when another has taken thirty steps",
    atLeast: 5
  ) {
    let hasBegun = LockIsolated(false)
    let other = Task { hasBegun.setValue(true) }
    for _ in 0..<30 {
      await Task.yield()
      if hasBegun.value { break }
    }
    let isLate = !hasBegun.value
    await other.value
    return isLate
  }

  static let fastThenSlow = Race(
    "a reader keeps up with ten elements and falls behind by five",
    atLeast: 5
  ) {
    let read = LockIsolated(0)
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let reader = Task {
      for await _ in stream { read.withValue { $0 += 1 } }
    }
    var hasKeptUp = true
    for number in 0..<10 {
      continuation.yield(number)
      await Task.yield()
      if read.value < number - 2 { hasKeptUp = false }
    }
    let before = read.value
    for number in 0..<5 {
      continuation.yield(number)
      await Task.yield()
    }
    let hasFallenBehind = read.value - before <= 1
    continuation.finish()
    await reader.value
    return hasKeptUp && hasFallenBehind
  }

  static let droppedElements = Race("a reader falls behind by ten elements", atLeast: 20) {
    let (stream, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(10))
    let reader = Task { await stream.reduce(into: []) { $0.append($1) } }
    for number in 0..<20 {
      continuation.yield(number)
      await Task.yield()
    }
    continuation.finish()
    return await reader.value.count < 20
  }
}

private actor Account {
  private(set) var balance = 100

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await Task.yield()
    balance -= amount
  }
}

private actor Mailbox {
  private var hasMail = false
  private var isSignalled = false
  private var isWaiting = false

  func put() { hasMail = true }

  /// Wakes the waiter, if there is one.
  func signal() { if isWaiting { isSignalled = true } }

  private func beginToWait() { isWaiting = true }

  /// Whether the mail arrived after the check, and the signal before the wait.
  func wouldWaitForEver() async -> Bool {
    if hasMail { return false }
    await Task.yield()
    isWaiting = true
    for _ in 0..<20 where !isSignalled { await Task.yield() }
    return hasMail && !isSignalled
  }
}

private actor OrderLog {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }
}

/// Takes turns until it is cancelled, and calls an actor in each.
private struct Turns: Feature {
  @Observable @MainActor
  final class State {
    var turns = 0
  }

  enum Action: Sendable {
    case start
    case cancel
  }

  let service = OrderLog()

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, _ in
      switch action {
      case .start:
        .run(id: "turns") { [service] state in
          for _ in 0..<6 {
            await service.add("")
            if Task.isCancelled { return }
            state.turns += 1
          }
        }
      case .cancel: .cancel(id: "turns")
      }
    }
  }

  /// Returns the number of turns of an effect before a task that starts with it cancels it.
  @MainActor
  static func cancelled() async -> Int {
    let store = Store(initialState: State(), feature: Turns())
    let effect = store.send(.start)
    let cancel = Task { @concurrent in await store.send(.cancel) }
    await effect.value
    _ = await cancel.value
    return store.state.turns
  }
}
