/// What the policies mean for the work of one key, in the plainest way: time is a number, cancelled
/// work ends at once.
struct ReferenceLane {
  enum Policy: CaseIterable {
    case drop, restart, queue, pairs, concurrent, debounce, throttle, throttleFirst
  }

  enum Event: Hashable {
    case began(Int)
    case cancelled(Int)
  }

  static let pause = 10

  private var running: [Int] = []
  private var waiting: [(id: Int, limit: Int)] = []
  private var pending: Int?
  private var deadline: Int?
  private var isWindow = false
  private var now = 0
  private var events: [Event] = []

  var hasTimer: Bool { deadline != nil }
  var runningIDs: [Int] { running }
  var liveIDs: [Int] { running + waiting.map(\.id) + (pending.map { [$0] } ?? []) }

  mutating func receive(_ id: Int, _ policy: Policy) -> [Event] {
    switch policy {
    case .concurrent: begin(id)
    case .drop: if liveIDs.isEmpty { begin(id) }
    case .restart: replaceAll(with: id)
    case .queue: waiting.append((id, 1))
    case .pairs: waiting.append((id, 2))
    case .debounce:
      pending = id
      deadline = now + Self.pause
      isWindow = false
    case .throttle, .throttleFirst:
      if isWindow {
        if policy == .throttle { pending = id }
      } else {
        replaceAll(with: id)
        deadline = now + Self.pause
        isWindow = true
      }
    }
    return takeEvents()
  }

  mutating func end(_ id: Int) -> [Event] {
    running.removeAll { $0 == id }
    return takeEvents()
  }

  mutating func cancel(_ id: Int) -> [Event] {
    if running.contains(id) { events.append(.cancelled(id)) }
    running.removeAll { $0 == id }
    waiting.removeAll { $0.id == id }
    if pending == id {
      pending = nil
      if !isWindow { deadline = nil }
    }
    return takeEvents()
  }

  mutating func advance(by time: Int) -> [Event] {
    let end = now + time
    while let next = deadline, next <= end {
      now = next
      deadline = nil
      if let id = pending {
        pending = nil
        replaceAll(with: id)
        if isWindow { deadline = now + Self.pause }
      } else {
        isWindow = false
      }
    }
    now = end
    return takeEvents()
  }

  private mutating func begin(_ id: Int) {
    running.append(id)
    events.append(.began(id))
  }

  private mutating func replaceAll(with id: Int) {
    events += running.map { .cancelled($0) }
    running = []
    waiting = []
    pending = nil
    if !isWindow { deadline = nil }
    begin(id)
  }

  private mutating func takeEvents() -> [Event] {
    while let next = waiting.first, running.count < next.limit {
      waiting.removeFirst()
      begin(next.id)
    }
    defer { events = [] }
    return events
  }
}
