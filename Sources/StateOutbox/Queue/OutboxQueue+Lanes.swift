import Foundation

extension OutboxQueue {
  /// The changes of one lane.
  struct Lane: Sendable {
    // The ends of the list of all changes of the lane, in the order of numbers.
    var first: Int32 = -1
    var last: Int32 = -1
    /// The first change of the list that later ones don't pass, apart from the returned ones; -1 at the end.
    var cursor: Int32 = -1
    /// The slot whose attempt is starting or in flight, or -1.
    var inFlight: Int32 = -1
    /// The time of the clock at which the last attempt started, in nanoseconds.
    var lastStart: Int64 = .min
    /// Invalidates the elements of heaps that were added before.
    var stamp: UInt32 = 0
    var isOpen = false
    var isTouched = false
    /// Changes that failed, were passed, and are queued again.
    var returned = OutboxHeap<Place>()
  }

  struct Place: Comparable, Sendable {
    let number: Int
    let slot: Int32

    static func < (first: Place, second: Place) -> Bool { first.number < second.number }
  }

  /// A lane whose next attempt has a time.
  struct Pause: Comparable, Sendable {
    let time: Int64
    let lane: Int32
    let stamp: UInt32

    static func < (first: Pause, second: Pause) -> Bool { first.time < second.time }
  }

  /// Lanes that may start, by priority and by number.
  struct ReadyLanes: Sendable {
    struct Element: Comparable, Sendable {
      let rank: Int
      let number: Int
      let lane: Int32
      let stamp: UInt32

      static func < (first: Element, second: Element) -> Bool {
        (first.rank, first.number) < (second.rank, second.number)
      }
    }

    var byPriority = OutboxHeap<Element>()
    var byNumber = OutboxHeap<Element>()

    mutating func insert(lane: Int, stamp: UInt32, priority: Int, number: Int) {
      let lane = Int32(lane)
      let rank = -max(priority, -Int.max)
      byPriority.insert(Element(rank: rank, number: number, lane: lane, stamp: stamp))
      byNumber.insert(Element(rank: 0, number: number, lane: lane, stamp: stamp))
    }
  }

  // MARK: The list of a lane

  /// Appends a change to its lane and its subject; a stored one comes before those being written.
  mutating func link(_ slot: Int) {
    let lane = Int(entries[slot].lane)
    var before = Int(lanes[lane].last)
    while before >= 0, entries[before].number > entries[slot].number {
      before = Int(entries[before].previous)
    }
    let after = Int(before < 0 ? lanes[lane].first : entries[before].next)
    entries[slot].previous = Int32(before)
    entries[slot].next = Int32(after)
    if before < 0 { lanes[lane].first = Int32(slot) } else { entries[before].next = Int32(slot) }
    if after < 0 { lanes[lane].last = Int32(slot) } else { entries[after].previous = Int32(slot) }
    if lanes[lane].cursor == Int32(after) { lanes[lane].cursor = Int32(slot) }
    linkToSubject(slot)
  }

  private mutating func linkToSubject(_ slot: Int) {
    let subject = Int(entries[slot].subject)
    guard subject >= 0 else { return }
    var before = Int(subjectEnds[subject].last)
    while before >= 0, entries[before].number > entries[slot].number {
      before = Int(entries[before].previousOfSubject)
    }
    let after = Int(before < 0 ? subjectEnds[subject].first : entries[before].nextOfSubject)
    entries[slot].previousOfSubject = Int32(before)
    entries[slot].nextOfSubject = Int32(after)
    if before < 0 {
      subjectEnds[subject].first = Int32(slot)
    } else {
      entries[before].nextOfSubject = Int32(slot)
    }
    if after < 0 {
      subjectEnds[subject].last = Int32(slot)
    } else {
      entries[after].previousOfSubject = Int32(slot)
    }
  }

  mutating func unlink(_ slot: Int) {
    let entry = entries[slot]
    let lane = Int(entry.lane)
    if entry.previous < 0 {
      lanes[lane].first = entry.next
    } else {
      entries[Int(entry.previous)].next = entry.next
    }
    if entry.next < 0 {
      lanes[lane].last = entry.previous
    } else {
      entries[Int(entry.next)].previous = entry.previous
    }
    if lanes[lane].cursor == Int32(slot) { lanes[lane].cursor = entry.next }
    unlinkFromSubject(slot)
  }

  mutating func unlinkFromSubject(_ slot: Int) {
    let entry = entries[slot]
    let subject = Int(entry.subject)
    guard subject >= 0 else { return }
    if entry.previousOfSubject < 0 {
      subjectEnds[subject].first = entry.nextOfSubject
    } else {
      entries[Int(entry.previousOfSubject)].nextOfSubject = entry.nextOfSubject
    }
    if entry.nextOfSubject < 0 {
      subjectEnds[subject].last = entry.previousOfSubject
    } else {
      entries[Int(entry.nextOfSubject)].previousOfSubject = entry.previousOfSubject
    }
    _ = subjects.release(subject)
    entries[slot].subject = -1
  }

  /// Sets the subject of a change that isn't among those of a subject.
  mutating func setSubject(_ subject: String?, of slot: Int) {
    guard let subject else { return }
    let number = subjects.use(subject)
    if number == subjectEnds.count { subjectEnds.append((-1, -1)) }
    entries[slot].subject = Int32(number)
  }

  // MARK: The next change of a lane

  /// Whether a change keeps later ones of its lane from being sent.
  func blocks(_ slot: Int) -> Bool {
    switch entries[slot].state {
    case .storing, .queued, .waiting, .starting, .sending, .heldLane, .heldAll: true
    case .rejected: kinds[Int(entries[slot].kind)].rules.holdsLaneWhenRejected
    case .undecodable: options.holdsLaneOfUndecodable
    case .unknown, .expired: false
    }
  }

  /// Returns the first change of a lane that blocks the others.
  mutating func head(of lane: Int) -> Int? {
    while lanes[lane].cursor >= 0, !blocks(Int(lanes[lane].cursor)) {
      lanes[lane].cursor = entries[Int(lanes[lane].cursor)].next
    }
    while let place = lanes[lane].returned.first {
      let slot = Int(place.slot)
      if entries[slot].number == place.number, entries[slot].lane == Int32(lane), blocks(slot) {
        break
      }
      if entries[slot].number == place.number { entries[slot].flags.remove(.returned) }
      lanes[lane].returned.removeFirst()
    }
    let cursor = Int(lanes[lane].cursor)
    guard let place = lanes[lane].returned.first else { return cursor < 0 ? nil : cursor }
    return cursor >= 0 && entries[cursor].number < place.number ? cursor : Int(place.slot)
  }

  /// Notes that a failed change is queued again, before later ones that may have passed it.
  mutating func returnToLane(_ slot: Int) {
    let lane = Int(entries[slot].lane)
    let cursor = Int(lanes[lane].cursor)
    let number = entries[slot].number
    guard cursor < 0 || entries[cursor].number > number else { return }
    guard !entries[slot].flags.contains(.returned) else { return }
    entries[slot].flags.insert(.returned)
    lanes[lane].returned.insert(Place(number: number, slot: Int32(slot)))
  }

  mutating func touch(lane: Int) {
    guard !lanes[lane].isTouched else { return }
    lanes[lane].isTouched = true
    touchedLanes.append(lane)
  }

  /// Determines the next attempts of the lanes that an input has changed.
  mutating func settleLanes() {
    while let lane = touchedLanes.popLast() {
      lanes[lane].isTouched = false
      settle(lane)
    }
  }

  private mutating func settle(_ lane: Int) {
    lanes[lane].stamp &+= 1
    let head = lanes[lane].first < 0 ? nil : head(of: lane)
    let isOpen = head.map { entries[$0].state.isPending } ?? false
    if isOpen != lanes[lane].isOpen {
      lanes[lane].isOpen = isOpen
      openLaneCount += isOpen ? 1 : -1
    }
    guard let head, lanes[lane].inFlight < 0, entries[head].state.isQueued,
      !entries[head].flags.contains(.writing)
    else { return }
    let stamp = lanes[lane].stamp
    if entries[head].until > lastTime.clock.inNanoseconds {
      pauses.insert(Pause(time: entries[head].until, lane: Int32(lane), stamp: stamp))
      return
    }
    let priority = kinds[Int(entries[head].kind)].rules.priority
    let number = entries[head].number
    if entries[head].flags.contains(.urgent) {
      urgent.insert(lane: lane, stamp: stamp, priority: priority, number: number)
    } else {
      ready.insert(lane: lane, stamp: stamp, priority: priority, number: number)
    }
  }
}

extension Duration {
  /// The length in nanoseconds, limited to what fits.
  var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooLarge else { return seconds < 0 ? .min : .max }
    let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows ? (seconds < 0 ? .min : .max) : sum
  }
}
