/// The simplest model of the policies for the work of one key.
///
/// Time is a number, and cancelled work ends immediately.
struct ReferenceLane {
  enum Policy: CaseIterable {
    case drop, restart, queue, pairs, concurrent, debounce, throttle, throttleFirst
  }

  /// Requested work, as its policy sees it.
  struct Request {
    let id: Int
    var policy = Policy.concurrent
    var attempts = 1
    /// The time between two attempts.
    var pause = 0
    /// The time for all attempts.
    var timeout: Int?
  }

  enum Event: Hashable {
    case began(Int)
    /// Cancelled in an attempt.
    case cancelled(Int)
    /// Cancelled between two attempts.
    case stopped(Int)
    /// Cancelled by its own timeout.
    case timedOut(Int)
  }

  private struct Work {
    enum Phase {
      case performing
      case pausing(until: Int)
      /// A cancel no longer has a visible effect.
      case leaving
    }

    var request: Request
    var phase = Phase.performing
    var timeout: Int?
  }

  /// The duration of the policies' windows.
  static let window = 10_000

  private(set) var now = 0
  private var running: [Work] = []
  private var waiting: [(request: Request, limit: Int)] = []
  private var pending: Request?
  private var deadline: Int?
  private var isWindow = false
  private var events: [Event] = []

  /// The work items whose attempts may end.
  var performingIDs: [Int] {
    running.filter { if case .performing = $0.phase { true } else { false } }.map(\.request.id)
  }

  var liveIDs: [Int] {
    running.map(\.request.id) + waiting.map(\.request.id) + (pending.map { [$0.id] } ?? [])
  }

  /// The times of automatic events.
  var deadlines: [Int] {
    var deadlines = deadline.map { [$0] } ?? []
    for work in running {
      if let timeout = work.timeout { deadlines.append(timeout) }
      if case .pausing(let until) = work.phase { deadlines.append(until) }
    }
    return deadlines
  }

  mutating func receive(_ request: Request) -> [Event] {
    switch request.policy {
    case .concurrent:
      dropPending()
      begin(request)
    case .drop: if liveIDs.isEmpty { begin(request) }
    case .restart: replaceAll(with: request)
    case .queue, .pairs:
      dropPending()
      waiting.append((request, request.policy == .queue ? 1 : 2))
    case .debounce:
      for work in running { stop(work.request.id) }
      running = []
      waiting = []
      pending = request
      deadline = now + Self.window
      isWindow = false
    case .throttle, .throttleFirst:
      if isWindow {
        if request.policy == .throttle { pending = request }
      } else {
        replaceAll(with: request)
        deadline = now + Self.window
        isWindow = true
      }
    }
    return takeEvents()
  }

  /// Marks work that will end but does something before.
  mutating func leave(_ id: Int) {
    change(id) { $0.phase = .leaving }
  }

  mutating func end(_ id: Int) -> [Event] {
    running.removeAll { $0.request.id == id }
    return takeEvents()
  }

  /// Fails an attempt.
  ///
  /// - Returns: Whether it was the last one.
  mutating func fail(_ id: Int) -> (isLast: Bool, events: [Event]) {
    guard let work = running.first(where: { $0.request.id == id }), work.request.attempts > 1 else {
      return (true, end(id))
    }
    let now = now
    change(id) { work in
      work.request.attempts -= 1
      work.phase = .pausing(until: now + work.request.pause)
    }
    return (false, [])
  }

  mutating func cancel(_ id: Int) -> [Event] {
    stop(id)
    running.removeAll { $0.request.id == id }
    waiting.removeAll { $0.request.id == id }
    if pending?.id == id { dropPending() }
    return takeEvents()
  }

  mutating func cancelAll() -> [Event] {
    for work in running { stop(work.request.id) }
    let events = events
    self = ReferenceLane(now: now)
    return events
  }

  /// Advances the time, at most to the next deadline.
  mutating func advance(to time: Int) -> [Event] {
    now = time
    for work in running {
      if work.timeout == time {
        events.append(.timedOut(work.request.id))
        stop(work.request.id)
        running.removeAll { $0.request.id == work.request.id }
      } else if case .pausing(time) = work.phase {
        change(work.request.id) { $0.phase = .performing }
        events.append(.began(work.request.id))
      }
    }
    guard deadline == time else { return takeEvents() }
    deadline = nil
    if let request = pending {
      pending = nil
      replaceAll(with: request)
      if isWindow { deadline = now + Self.window }
    } else {
      isWindow = false
    }
    return takeEvents()
  }

  private mutating func dropPending() {
    pending = nil
    if !isWindow { deadline = nil }
  }

  private mutating func begin(_ request: Request) {
    running.append(Work(request: request, timeout: request.timeout.map { now + $0 }))
    events.append(.began(request.id))
  }

  private mutating func stop(_ id: Int) {
    guard let work = running.first(where: { $0.request.id == id }) else { return }
    switch work.phase {
    case .performing: events.append(.cancelled(id))
    case .pausing: events.append(.stopped(id))
    case .leaving: break
    }
  }

  private mutating func change(_ id: Int, _ change: (inout Work) -> Void) {
    for index in running.indices where running[index].request.id == id { change(&running[index]) }
  }

  private mutating func replaceAll(with request: Request) {
    for work in running { stop(work.request.id) }
    running = []
    waiting = []
    dropPending()
    begin(request)
  }

  private mutating func takeEvents() -> [Event] {
    while let next = waiting.first, running.count < next.limit {
      waiting.removeFirst()
      begin(next.request)
    }
    defer { events = [] }
    return events
  }
}

extension ReferenceLane {
  init(now: Int) {
    self.init()
    self.now = now
  }
}
