import StateRequests

/// A table with one key, and a log of its commands.
final class RequestScript {
  private(set) var table: RequestTable<String, [String]>
  private(set) var now = RequestTime(clock: .zero, date: .zero)
  private(set) var wake: Duration?
  /// The attempts by number.
  private(set) var attempts: [Int: RequestAttempt] = [:]
  private var events: [String] = []
  /// How often entries were published.
  private(set) var publishCount = 0
  private var options = RequestOptions()

  init(entries: Int = 1_000, cost: Int? = nil, _ change: (inout RequestOptions) -> Void = { _ in })
  {
    var limits = RequestLimits()
    limits.entries = entries
    limits.cost = cost
    table = RequestTable(limits: limits) { _, content in content.joined().count }
    options.staleAfter = .seconds(60)
    options.whenUnwatched = .cancel
    change(&options)
  }

  /// Performs an input and returns its events.
  @discardableResult
  func perform(
    _ input: (
      inout RequestTable<String, [String]>, RequestTime, inout [RequestCommand<String, [String]>]
    ) -> Void
  ) -> [String] {
    var commands: [RequestCommand<String, [String]>] = []
    input(&table, now, &commands)
    let new = commands.compactMap(note)
    events += new
    return new
  }

  private func note(_ command: RequestCommand<String, [String]>) -> String? {
    switch command {
    case .start(let attempt, let key):
      attempts[attempt.number] = attempt
      return "start \(attempt.number)\(key == "x" ? "" : " of \(key)")"
    case .cancel(let attempt): return "cancel \(attempt.number)"
    case .resume(let caller, .content(let content, let isLoaded)):
      return "\(caller) gets \(content.joined(separator: " "))\(isLoaded ? "" : ", fresh")"
    case .resume(let caller, .failure(let error)):
      return "\(caller) throws \((error as? RequestFault)?.name ?? "?")"
    case .resume(let caller, .removed): return "\(caller) is removed"
    case .resume(let caller, .cancelled): return "\(caller) is cancelled"
    case .endWatch(let caller): return "\(caller) ends"
    case .wake(let time):
      wake = time
      return nil
    case .read(let attempt, _):
      attempts[attempt.number] = attempt
      return "read \(attempt.number)"
    case .store(_, let record):
      let content = record.content.joined(separator: " ")
      return "store \(content)\(record.isInvalidated ? ", invalidated" : "")"
    case .publish:
      publishCount += 1
      return nil
    case .endTurn, .call: return nil
    }
  }

  /// Returns the events since the last call.
  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  // MARK: Inputs

  @discardableResult
  func watch(
    _ caller: Int,
    _ key: String = "x",
    _ change: (inout RequestOptions) -> Void = { _ in }
  ) -> [String] {
    var options = options
    change(&options)
    return perform { $0.watch(key, by: caller, options, at: $1, &$2) }
  }

  @discardableResult
  func wait(
    _ caller: Int,
    _ key: String = "x",
    _ change: (inout RequestOptions) -> Void = { _ in }
  ) -> [String] {
    var options = options
    change(&options)
    return perform { $0.wait(for: key, by: caller, options, at: $1, &$2) }
  }

  @discardableResult
  func reload(_ caller: Int, _ key: String = "x") -> [String] {
    perform { $0.reload(key, by: caller, options, at: $1, &$2) }
  }

  @discardableResult
  func leave(_ caller: Int) -> [String] { perform { $0.leave(caller, at: $1, &$2) } }

  @discardableResult
  func endTurn() -> [String] { perform { $0.endTurn(at: $1, &$2) } }

  @discardableResult
  func answer(_ number: Int, _ content: String, invalidatedAfter caller: Int? = nil) -> [String] {
    guard let attempt = attempts[number] else { return ["no attempt \(number)"] }
    return perform { table, now, commands in
      table.answer(attempt, [content], at: now, &commands) { _ in caller }
    }
  }

  @discardableResult
  func fail(_ number: Int, _ name: String = "offline", pause: Int? = nil) -> [String] {
    guard let attempt = attempts[number] else { return ["no attempt \(number)"] }
    let error = RequestFault(name: name)
    return perform {
      $0.failure(attempt, error, retryAfter: pause.map { .seconds($0) }, at: $1, &$2)
    }
  }

  /// Lets time pass, with a wake at each time that the table has asked for.
  @discardableResult
  func pass(_ seconds: Int) -> [String] {
    let end = now.clock + .seconds(seconds)
    var events: [String] = []
    while let wake, wake <= end {
      now.date += max(wake - now.clock, .zero)
      now.clock = max(wake, now.clock)
      events += perform { $0.wake(at: $1, &$2) }
    }
    now.date += end - now.clock
    now.clock = end
    return events
  }

  /// Lets time pass without a wake, as if the timer was late.
  func setClock(_ seconds: Int) {
    now.clock += .seconds(seconds)
    now.date += .seconds(seconds)
  }

  func setDateBack(_ seconds: Int) { now.date -= .seconds(seconds) }

  @discardableResult
  func event(_ caller: Int) -> [String] { perform { $0.event(of: caller, at: $1, &$2) } }

  @discardableResult
  func invalidate(_ key: String = "x") -> [String] {
    perform { $0.invalidate(key, at: $1, &$2) }
  }

  @discardableResult
  func set(_ content: String, for key: String = "x", age: Int = 0) -> [String] {
    perform {
      $0.set(
        [content],
        for: key,
        loadedAt: $1.date - .seconds(age),
        options,
        at: $1,
        &$2
      )
    }
  }

  func begin(_ content: String, age: Int, isInvalidated: Bool = false) {
    table.begin(
      "x",
      with: [content],
      loadedAt: now.date - .seconds(age),
      isInvalidated: isInvalidated,
      options,
      at: now
    )
  }

  @discardableResult
  func rewrite(_ content: String) -> [String] {
    perform { $0.rewrite("x", [content], at: $1, &$2) }
  }

  /// Applies the overlay again.
  @discardableResult
  func refresh(_ overlay: String) -> [String] {
    table.overlay = { $1.append(overlay) }
    return perform { $0.refresh("x", at: $1, &$2) }
  }

  @discardableResult
  func end(_ name: String) -> [String] {
    perform { $0.end("x", RequestFault(name: name), at: $1, &$2) }
  }

  @discardableResult
  func update(_ text: String) -> [String] {
    perform { table, now, commands in
      table.update("x", at: now, &commands) { $0.append(text) }
    }
  }

  @discardableResult
  func apply(_ change: Int, _ text: String, to key: String = "x") -> [String] {
    apply(change, sentAt: change, text, to: key)
  }

  @discardableResult
  func apply(
    _ change: Int,
    sentAt number: Int?,
    _ text: String,
    to key: String = "x"
  ) -> [String] {
    perform { table, now, commands in
      table.apply(change, sentAt: number, to: key, options, at: now, &commands) {
        $0.append(text)
      }
    }
  }

  @discardableResult
  func commit(_ change: Int, sentAt number: Int? = nil, _ content: String? = nil) -> [String] {
    let answers = content.map {
      [RequestTable<String, [String]>.Answer(key: "x", content: [$0], options: options)]
    }
    return perform { $0.commit(change, sentAt: number, answers ?? [], at: $1, &$2) }
  }

  @discardableResult
  func rollBack(_ change: Int) -> [String] { perform { $0.rollBack(change, at: $1, &$2) } }

  @discardableResult
  func setActive(_ isActive: Bool) -> [String] {
    perform { $0.setActive(isActive, at: $1, &$2) }
  }

  @discardableResult
  func setOnline(_ isOnline: Bool) -> [String] {
    perform { $0.setOnline(isOnline, at: $1, &$2) }
  }

  @discardableResult
  func remove(_ key: String = "x") -> [String] { perform { $0.remove(key, at: $1, &$2) } }

  @discardableResult
  func clear() -> [String] { perform { $0.clear(at: $1, &$2) } }

  // MARK: Reads

  var view: RequestView<[String]>? { table["x"] }
  var content: String? { table["x"]?.content?.joined(separator: " ") }
}
