#if Telemetry
import StateCore
import StateRecord

/// What an action or an effect is called, without values.
struct WorkKind: Hashable, Sendable {
  /// The type of the feature, or of the screen's store.
  let store: String
  /// The case of the action; of an effect the action that it belongs to.
  let action: String
  /// The name of the effect; nothing of an action.
  var effect: String?

  /// What stands for a name that is not known.
  static let unknown = "unknown"
  /// What stands for the name of an effect that was given none.
  static let unnamed = "unnamed"

  /// The name of the span.
  var spanName: String {
    switch effect {
    case nil: "\(store).\(action)"
    case WorkKind.unnamed?: "effect of \(store).\(action)"
    case .some(let effect): effect
    }
  }
}

/// An action or an effect of a process.
enum WorkID: Hashable, Sendable {
  case action(ActionID)
  case effect(EffectID)
}

extension EventCause {
  /// The action or the effect that is the cause.
  var work: WorkID? {
    switch self {
    case .handler(let id): .action(id)
    case .effect(let id, _): .effect(id)
    case .update, .binding, .restore, .inspector, .outside: nil
    }
  }

  /// The action that the code belongs to which is the cause.
  var action: ActionID? {
    switch self {
    case .handler(let id): id
    case .effect(_, let action): action
    case .update, .binding, .restore, .inspector, .outside: nil
    }
  }
}

extension StateEvent.DropReason {
  /// The reason as the value of an attribute.
  var kind: String {
    switch self {
    case .isLocked: "locked"
    case .policy: "policy"
    case .wasCancelled: "cancelled"
    case .senderWasCancelled: "sender_cancelled"
    case .middleware: "middleware"
    case .storeHasEnded: "store_ended"
    case .isTravelling: "travelling"
    }
  }
}
#endif
