import Foundation

extension OutboxQueue {
  /// The neighbors of a change in a list, in the order of numbers; -1 at the ends.
  struct Links: Sendable {
    var next: Int32 = -1
    var previous: Int32 = -1
  }

  struct Ends: Sendable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  /// The changes of one lane.
  struct Lane: Sendable {
    var ends = Ends()
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

    mutating func keep(where isWanted: (Element) -> Bool) {
      byPriority.keep(where: isWanted)
      byNumber.keep(where: isWanted)
    }

    mutating func insert(lane: Int, stamp: UInt32, priority: Int, number: Int) {
      let lane = Int32(lane)
      let rank = -max(priority, -Int.max)
      byPriority.insert(Element(rank: rank, number: number, lane: lane, stamp: stamp))
      byNumber.insert(Element(rank: 0, number: number, lane: lane, stamp: stamp))
    }
  }

  // MARK: Lists

  /// Adds a change to the lists of all, of its lane, and of its subject; a stored one comes before those being
  /// written.
  mutating func link(_ slot: Int) {
    order = linked(slot, \.inOrder, order)
    linkToLane(slot)
    linkToSubject(slot)
  }

  mutating func unlink(_ slot: Int) {
    order = unlinked(slot, \.inOrder, order)
    unlinkFromLane(slot)
    unlinkFromSubject(slot)
  }

  mutating func linkToLane(_ slot: Int) {
    let lane = Int(entries[slot].lane)
    lanes[lane].ends = linked(slot, \.inLane, lanes[lane].ends)
    if lanes[lane].cursor == entries[slot].inLane.next { lanes[lane].cursor = Int32(slot) }
    returnToLane(slot)
    touch(lane: lane)
  }

  mutating func unlinkFromLane(_ slot: Int) {
    let lane = Int(entries[slot].lane)
    if lanes[lane].cursor == Int32(slot) { lanes[lane].cursor = entries[slot].inLane.next }
    lanes[lane].ends = unlinked(slot, \.inLane, lanes[lane].ends)
    entries[slot].flags.remove(.returned)
    touch(lane: lane)
  }

  mutating func linkToSubject(_ slot: Int) {
    let subject = Int(entries[slot].subject)
    guard subject >= 0 else { return }
    subjectEnds[subject] = linked(slot, \.inSubject, subjectEnds[subject])
  }

  mutating func unlinkFromSubject(_ slot: Int) {
    let subject = Int(entries[slot].subject)
    guard subject >= 0 else { return }
    subjectEnds[subject] = unlinked(slot, \.inSubject, subjectEnds[subject])
    _ = subjects.release(subject)
    entries[slot].subject = -1
  }

  /// Sets the subject of a change that isn't among those of a subject.
  mutating func setSubject(_ subject: String?, of slot: Int) {
    guard let subject else { return }
    let number = subjects.use(subject)
    if number == subjectEnds.count { subjectEnds.append(Ends()) }
    entries[slot].subject = Int32(number)
  }

  private mutating func linked(
    _ slot: Int,
    _ path: WritableKeyPath<Entry, Links>,
    _ ends: Ends
  ) -> Ends {
    var ends = ends
    var before = ends.last
    while before >= 0, entries[Int(before)].number > entries[slot].number {
      before = entries[Int(before)][keyPath: path].previous
    }
    let after = before < 0 ? ends.first : entries[Int(before)][keyPath: path].next
    entries[slot][keyPath: path] = Links(next: after, previous: before)
    if before < 0 {
      ends.first = Int32(slot)
    } else {
      entries[Int(before)][keyPath: path].next = Int32(slot)
    }
    if after < 0 {
      ends.last = Int32(slot)
    } else {
      entries[Int(after)][keyPath: path].previous = Int32(slot)
    }
    return ends
  }

  private mutating func unlinked(
    _ slot: Int,
    _ path: WritableKeyPath<Entry, Links>,
    _ ends: Ends
  ) -> Ends {
    var ends = ends
    let links = entries[slot][keyPath: path]
    if links.previous < 0 {
      ends.first = links.next
    } else {
      entries[Int(links.previous)][keyPath: path].next = links.next
    }
    if links.next < 0 {
      ends.last = links.previous
    } else {
      entries[Int(links.next)][keyPath: path].previous = links.previous
    }
    return ends
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
      lanes[lane].cursor = entries[Int(lanes[lane].cursor)].inLane.next
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
    removeStaleLanes()
  }

  /// Removes the elements of heaps that later ones have replaced, before they outnumber the others.
  private mutating func removeStaleLanes() {
    let lanes = lanes
    let limit = 2 * lanes.count + 64
    if pauses.count > limit { pauses.keep { lanes[Int($0.lane)].stamp == $0.stamp } }
    if max(ready.byPriority.count, ready.byNumber.count) > limit {
      ready.keep { lanes[Int($0.lane)].stamp == $0.stamp }
    }
    if max(urgent.byPriority.count, urgent.byNumber.count) > limit {
      urgent.keep { lanes[Int($0.lane)].stamp == $0.stamp }
    }
  }

  private mutating func settle(_ lane: Int) {
    lanes[lane].stamp &+= 1
    let head = lanes[lane].ends.first < 0 ? nil : head(of: lane)
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
