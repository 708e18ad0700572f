import ScreenStateKit
import StateTestSupport
import StateTesting

/// An action that receives another action of its store while it runs, and waits for it.
struct ScreenProgram: CustomStringConvertible {
  enum Policy: CaseIterable {
    case drop, restart, queue, pairs, concurrent, debounce, throttle

    var executionPolicy: ExecutionPolicy {
      switch self {
      case .drop: .dropWhileRunning
      case .restart: .restart
      case .queue: .queue
      case .pairs: .concurrent(limit: 2)
      case .concurrent: .concurrent
      case .debounce: .debounce(for: .seconds(1))
      case .throttle: .throttle(for: .seconds(1))
      }
    }

    /// Whether a run waits for the end of another running one, cancelled or not.
    func waits(isOtherCancelled: Bool) -> Bool {
      self == .queue || self == .drop && isOtherCancelled
    }
  }

  enum Wait: CaseIterable {
    case isolated, handle, childTask
    /// For the action itself.
    case own
  }

  enum Cancel: CaseIterable {
    case none
    /// Cancels the first action before it receives the second one.
    case early
    /// Cancels the first action when nothing else can happen.
    case late
    case all
  }

  var outer: Policy
  var inner: Policy
  var isOneGroup: Bool
  var wait: Wait
  var cancel: Cancel
  /// The number of failing attempts, of two.
  var failures: Int?
  var isBound: Bool

  var description: String {
    "\(outer) waits (\(wait)) for \(inner), one group \(isOneGroup), cancel \(cancel), "
      + "failures \(failures.map(String.init) ?? "-"), bound \(isBound)"
  }

  /// Whether the wait could never end.
  var isEndless: Bool {
    switch wait {
    case .own: return true
    case .isolated, .childTask:
      // A caller that is already cancelled sends nothing.
      return isOneGroup && cancel != .early && inner.waits(isOtherCancelled: false)
    case .handle:
      return isOneGroup && inner.waits(isOtherCancelled: cancel == .early)
    }
  }

  static var all: [ScreenProgram] {
    var programs: [ScreenProgram] = []
    for outer in Policy.allCases {
      for inner in Policy.allCases {
        for isOneGroup in [true, false] {
          for wait in Wait.allCases {
            for cancel in Cancel.allCases {
              for (failures, isBound) in [(nil, true), (1, true), (2, true), (nil, false)] {
                programs.append(
                  ScreenProgram(
                    outer: outer,
                    inner: inner,
                    isOneGroup: isOneGroup,
                    wait: wait,
                    cancel: cancel,
                    failures: failures,
                    isBound: isBound
                  )
                )
              }
            }
          }
        }
      }
    }
    return programs
  }
}

extension ScreenProgram {
  final class State: ScreenState, StateUpdatable {}

  struct Failure: Error {}

  enum Outcome: Equatable { case success, cancelled, failed, endless }

  struct Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding, Hashable {
    let isOuter: Bool
    let program: ScreenProgram

    var canTrackLoading: Bool { isOuter }
    var lockKey: AnyHashable { isOuter ? "outer" : "inner" }

    var executionPolicy: ExecutionPolicy {
      var policy = (isOuter ? program.outer : program.inner).executionPolicy
      if program.isOneGroup { policy = policy.group("group") }
      guard isOuter, program.failures != nil else { return policy }
      return policy.retry(.immediate(maxAttempts: 2))
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.isOuter == rhs.isOuter }
    func hash(into hasher: inout Hasher) { hasher.combine(isOuter) }
  }

  actor Store: ScreenStore {
    typealias Action = ScreenProgram.Action

    nonisolated let binding = ScreenBinding<State>(clock: ImmediateClock())
    nonisolated let own = LockIsolated<AnyTask?>(nil)
    nonisolated let innerCount = LockIsolated(0)
    nonisolated let waited = LockIsolated<Result<Void, any Error>?>(nil)
    private var attempts = 0

    func perform(_ action: Action) async throws {
      guard action.isOuter else {
        innerCount.withValue { $0 += 1 }
        await Task.yield()
        return
      }
      await Task.yield()
      attempts += 1
      if attempts <= action.program.failures ?? 0 { throw Failure() }
      if action.program.cancel == .early { own.value?.cancel() }
      let inner = Action(isOuter: false, program: action.program)
      switch action.program.wait {
      case .isolated: await isolatedReceive(action: inner)
      case .childTask:
        async let end: Void = isolatedReceive(action: inner)
        await end
      case .handle: await wait(for: receive(action: inner))
      case .own: if let own = own.value { await wait(for: own) }
      }
    }

    private func wait(for handle: AnyTask) async {
      do {
        try await handle.waitComplete()
        waited.setValue(.success(()))
      } catch {
        waited.setValue(.failure(error))
      }
    }
  }
}
