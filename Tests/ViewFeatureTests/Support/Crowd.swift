import ScreenStateKit
import StateTesting
import ViewFeature

/// A feature whose effects run on all threads, on a screen that shows whether it is loading.
struct Crowd: Feature {
  @Observable @MainActor final class State: ScreenState, EffectLog {
    @ObservationIgnored let record: CrowdRecord
    /// Each line ends with the number of the failed effect, if there is one.
    @ObservationIgnored var log: [String] = [] {
      didSet {
        guard let number = log.last?.split(separator: " ").last.flatMap({ Int($0) }) else { return }
        if record.isCancelled(effect: number) { record.note("failure of \(number) is seen") }
      }
    }

    init(_ record: CrowdRecord) {
      self.record = record
      super.init()
    }
  }

  struct Action: Sendable, ActionLockable, LoadingTrackable {
    typealias Effect = ActionTask<Action, State>

    let number: Int
    var lock: String?
    var canTrackLoading = false
    let effect: @MainActor () -> Effect

    var lockKey: AnyHashable { lock.map { AnyHashable($0) } ?? AnyHashable(number) }
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      state.record.handle(action.number)
      return action.effect()
    }
    .onError { $1.log.append("store: \(EffectPlan.describe($0))") }
  }
}
