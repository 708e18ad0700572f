import Foundation

@testable import StateOutbox

extension OutboxRun {
  mutating func performInput(_ step: OutboxStep) {
    switch step {
    case .enqueue(let lane, let rules): enqueue(nextDraft(lane: lane, rules: rules))
    case .enqueueMerged(let lane, let cancelsOut): enqueueMerged(lane, cancelsOut)
    case .stored: stored()
    case .notStored: notStored()
    case .deliver(let number): deliver(number)
    case .deliverLate(let number):
      guard lost.indices.contains(number) else { return }
      var request = lost.remove(at: number)
      request.isOutOfOrder = audit.failed.contains(request.key)
      server.receive(request)
    case .end(let number, let end): self.end(number, end)
    case .online(let isOnline):
      let random = [0, 0.5, 1][stepCount % 3]
      input {
        $0.setOnline(isOnline, at: $1, random: { random }, &$2)
      } expecting: {
        $0.setOnline(isOnline, random: random)
      }
    case .pause: input({ $0.pause(at: $1, &$2) }, expecting: { $0.isPaused = true })
    case .resume: input({ $0.resume(at: $1, &$2) }, expecting: { $0.resume() })
    case .gainLease: if isLeaseRequested { gainLease() }
    case .loseLease: input({ $0.loseLease(at: $1, &$2) }, expecting: { $0.loseLease() })
    case .removeAll:
      audit.failed.formUnion(queue.views().map(\.key))
      input({ _ = $0.removeAll(at: $1, &$2) }, expecting: { $0.removeAll() })
    case .retryNow(let number):
      let key = number.map { UUID.number($0) }
      audit.noteRetry(of: key, in: queue)
      input({ $0.retryNow(key, at: $1, &$2) }, expecting: { $0.retryNow(key) })
    case .otherEnqueues(let lane):
      others(.enqueued(nextDraft(lane: lane, rules: 0)))
    case .otherStarts(let number): otherStarts(.number(number))
    case .otherEnds(let number):
      guard let index = othersInFlight.firstIndex(of: .number(number)) else { return }
      let key = othersInFlight.remove(at: index)
      if let request = queue[key].map({ self.request($0) }) { server.receive(request) }
      others(.done(key))
    default: performChange(step)
    }
  }

  private mutating func performChange(_ step: OutboxStep) {
    switch step {
    case .cancel(let number):
      input {
        _ = $0.cancel(.number(number), at: $1, &$2)
      } expecting: {
        $0.cancel(.number(number), by: nil)
      }
    case .discard(let number):
      audit.failed.insert(.number(number))
      input(
        { _ = $0.discard(.number(number), at: $1, &$2) },
        expecting: { $0.discard(.number(number)) }
      )
    case .replace(let number):
      let draft = nextDraft(lane: number % 3, rules: number % 4)
      // The new change has the place of a failed one.
      if queue[.number(number)] != nil { audit.failed.insert(draft.key) }
      input {
        _ = $0.replace(.number(number), with: draft, at: $1, &$2)
      } expecting: {
        $0.replace(.number(number), with: draft)
      }
    case .setAside(let number):
      input(settingAside: [.number(number)]) {
        $0.setAside([(.number(number), "cannot be decoded")], at: $1, &$2)
      } expecting: { _ in
      }
    default: break
    }
  }

  private mutating func enqueue(_ draft: OutboxDraft) {
    input({ _ = $0.enqueue(draft, at: $1, &$2) }, expecting: { $0.enqueue(draft) })
  }

  private mutating func enqueueMerged(_ lane: Int, _ cancelsOut: Bool) {
    let draft = nextDraft(lane: lane, rules: 0)
    let candidate = queue.mergeCandidate(name: draft.name, lane: draft.lane)?.key
    if candidate != reference.candidate(draft.name, draft.lane) {
      faults.append("\(String(describing: candidate?.number)) may not be merged")
    }
    guard let key = candidate else {
      enqueue(draft)
      return
    }
    if cancelsOut {
      input(
        { _ = $0.cancel(key, by: draft, at: $1, &$2) },
        expecting: { $0.cancel(key, by: draft) }
      )
    } else {
      let payload = draft.payload + 1
      input {
        _ = $0.merge(draft, into: key, payload: payload, at: $1, &$2)
      } expecting: {
        $0.merge(draft, into: key, payload: payload)
      }
    }
  }

  private mutating func otherStarts(_ key: UUID) {
    // Only the process with the lease starts attempts, for the head of a lane, under the rules of all.
    guard reference.lease != .held, attempts.isEmpty, let view = queue[key], isPrompt,
      view.state == .queued, reference.candidateOfOthers(key), othersInFlight.isEmpty
    else { return }
    othersInFlight.append(key)
    others(.started(key, attempt: view.attempts + 1, date: now.date))
  }

  // MARK: Attempts

  private mutating func deliver(_ number: Int) {
    guard attempts.indices.contains(number) else { return }
    server.receive(attempts[number].request)
  }

  private mutating func end(_ number: Int, _ end: OutboxStep.End) {
    guard attempts.indices.contains(number) else { return }
    let attempt = attempts[number]
    let key = attempt.key
    let isApplied = server.hasApplied(key)
    let ending: OutboxEnd
    switch end {
    case .answer, .applied:
      server.receive(attempt.request)
      ending = end == .answer ? .answer : .applied
    case .retry(let pause):
      let longest = queue[key]?.rules.longestPause ?? .zero
      ending = .retry(after: min(.seconds(pause), longest), failure: "no answer")
      lost.append(attempt.request)
    case .interrupted:
      guard attempt.isCancelled else { return }
      ending = .interrupted
      lost.append(attempt.request)
    // The server refuses nothing that it has applied.
    case .replace, .reject, .holdLane, .holdAll:
      guard !isApplied else { return }
      server.refuse(attempt.request)
      audit.noteOutcome(key)
      ending = refusal(end, of: key)
    case .undecodable:
      guard !isApplied else { return }
      audit.noteOutcome(key)
      ending = .undecodable(failure: "cannot be decoded")
    case .unknown: ending = .unknown
    }
    attempts.remove(at: number)
    input {
      $0.ended(key, attempt: attempt.attempt, ending, at: $1, &$2)
    } expecting: {
      $0.ended(key, attempt: attempt.attempt, ending)
    }
  }

  private mutating func refusal(_ end: OutboxStep.End, of key: UUID) -> OutboxEnd {
    switch end {
    case .reject: return .reject(failure: "refused")
    case .holdLane: return .holdLane(failure: "conflict")
    case .holdAll: return .holdAll(failure: "no login")
    default:
      audit.failed.insert(key)
      var draft = nextDraft(lane: 0, rules: 0)
      guard let view = queue[key] else { return .reject(failure: "refused") }
      draft.lane = view.lane
      draft.rules = view.rules
      return .replace(draft)
    }
  }

  func request(_ view: OutboxView) -> OutboxServer.Request {
    OutboxServer.Request(
      key: view.key,
      payload: view.payload,
      lane: view.lane,
      place: audit.places[view.key] ?? 0,
      isOutOfOrder: audit.failed.contains(view.key)
    )
  }
}

extension ReferenceOutbox {
  /// Whether another process could send a change now.
  func candidateOfOthers(_ key: UUID) -> Bool {
    guard let index = index(key) else { return false }
    let lane = changes[index].draft.lane
    return !changes[index].isWriting && changes[index].until <= now.clock
      && changes.firstIndex { $0.draft.lane == lane } == index
      && !changes.contains { $0.state == .heldAll }
  }
}
