import StateEngine

/// The record of the actions that a pipeline handles, for a test store.
@MainActor
protocol ActionProbe<Action, State>: AnyObject {
  associatedtype Action
  associatedtype State

  /// The handler is about to run.
  func begin(_ action: Action)
  /// All steps have been made that the action has; without a `begin` the handler did not run.
  func end()
  /// Nothing handles an error of the action, or of one of its effects.
  func leftUnhandled(_ error: any Error, _ action: Action)
}

/// The actions that a store under test has handled, with the state that each one found and left.
@MainActor
final class HandledActions<F: Feature>: ActionProbe {
  typealias Action = F.Action
  typealias State = F.State

  struct Entry {
    let action: F.Action
    /// The order in which the handlers began.
    let number: Int
    /// Of an action that the test sent, the number that it was sent with.
    let ticket: Int?
    let before: StateSnapshot?
    var after: StateSnapshot?
    fileprivate var isSkipped = false
  }

  /// The number of handlers that have begun.
  private(set) var count = 0
  /// The number of actions whose handler middleware kept from running.
  private(set) var vetoCount = 0
  /// Received actions that were not asserted yet.
  nonisolated let pending = Locked<[Entry]>([])
  /// The rest of an action that was skipped while it was being handled.
  private var skipped: StateSnapshot?
  private var sent: [Int: Entry] = [:]
  private var lastTicket = 0
  /// The action whose handler is running; there is one at a time.
  private var current: Entry?
  private var onReceive: (() -> Void)?
  /// The last call of the test, at which an error is reported that nothing handles.
  var location: Location?
  var onUnhandled: ((any Error, F.Action, Location) -> Void)?
  weak var store: Store<F>?

  func begin(_ action: F.Action) {
    count += 1
    current = Entry(
      action: action,
      number: count,
      ticket: store?.turns.origin.ticket,
      before: snapshot()
    )
  }

  func end() {
    guard var entry = current else {
      vetoCount += 1
      return
    }
    current = nil
    entry.after = snapshot()
    if let ticket = entry.ticket {
      sent[ticket] = entry
    } else if entry.isSkipped {
      skipped = entry.after
    } else {
      pending.withLock { $0.append(entry) }
      callIfReceived()
    }
  }

  func leftUnhandled(_ error: any Error, _ action: F.Action) {
    if let location { onUnhandled?(error, action, location) }
  }

  /// A number for an action that the test is about to send.
  func makeTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// The action that was sent with a number, if it has been handled.
  func takeSent(_ ticket: Int) -> Entry? {
    sent.removeValue(forKey: ticket)
  }

  /// Takes out the received action that is to be asserted next.
  func takeReceived() -> Entry? {
    pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Takes out the received actions that have been handled, up to one that the test sent.
  func takeAllReceived(before number: Int = .max) -> [Entry] {
    pending.withLock { pending in
      let taken = pending.prefix { $0.number < number }
      pending.removeFirst(taken.count)
      return Array(taken)
    }
  }

  /// Lets the received action pass that is being handled.
  func skipCurrent() -> F.Action? {
    guard current?.ticket == nil else { return nil }
    current?.isSkipped = true
    return current?.action
  }

  func takeSkipped() -> StateSnapshot? {
    defer { skipped = nil }
    return skipped
  }

  /// Calls `action` once, when a received action has been handled, or at once if one is pending.
  func whenReceived(_ action: @escaping () -> Void) {
    onReceive = action
    callIfReceived()
  }

  private func snapshot() -> StateSnapshot? {
    (store?.state as? any SnapshotState)?.snapshot()
  }

  private func callIfReceived() {
    let hasReceived = pending.withLock { !$0.isEmpty }
    guard hasReceived, let onReceive else { return }
    self.onReceive = nil
    onReceive()
  }
}
