import Foundation
import StateEngine

/// The actions that a store under test has handled, with the state that each one left.
@MainActor
final class HandledActions<F: Feature>: FeatureMiddleware {
  struct Entry {
    let action: F.Action
    /// Sent by the feature itself, and not by the test.
    let isReceived: Bool
    var snapshot: StateSnapshot?
  }

  private(set) var count = 0
  /// The action that the test sent last, if it has reached the handler.
  var lastSent: Entry?
  /// Received actions that were not asserted yet.
  nonisolated let pending = Locked<[Entry]>([])
  weak var store: Store<F>?
  private var isHandling = false
  private var onReceive: (() -> Void)?

  func beforeAction(_ action: F.Action, state: F.State) {
    count += 1
    isHandling = true
    let isReceived = store?.currentOrigin.isTest == false
    let entry = Entry(action: action, isReceived: isReceived)
    if isReceived { pending.withLock { $0.append(entry) } } else { lastSent = entry }
  }

  func afterAction(
    _ action: F.Action,
    state: F.State,
    result: ActionTask<F.Action, F.State>,
    duration: TimeInterval
  ) {
    endHandling(state)
  }

  /// Errors of effects come here too.
  func onError(_ error: any Error, action: F.Action, state: F.State) {
    if isHandling { endHandling(state) }
  }

  /// Takes out the received action that is to be asserted next.
  func takeReceived() -> Entry? {
    pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func takeAllReceived() -> [Entry] {
    pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
  }

  /// Calls `action` once, when a received action has been handled, or at once if one is pending.
  func whenReceived(_ action: @escaping () -> Void) {
    onReceive = action
    callIfReceived()
  }

  private func endHandling(_ state: F.State) {
    isHandling = false
    let snapshot = (state as? any SnapshotState)?.snapshot()
    if store?.currentOrigin.isTest == false {
      pending.withLock { $0[$0.count - 1].snapshot = snapshot }
      callIfReceived()
    } else {
      lastSent?.snapshot = snapshot
    }
  }

  private func callIfReceived() {
    let hasReceived = pending.withLock { !$0.isEmpty }
    guard !isHandling, hasReceived, let onReceive else { return }
    self.onReceive = nil
    onReceive()
  }
}
