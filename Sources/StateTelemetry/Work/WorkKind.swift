#if Telemetry
import StateCore
import StateRecord

/// The name of an action or an effect, without values.
struct WorkKind: Hashable, Sendable {
  /// The type of the feature, or of the screen's store.
  let store: String
  /// The case of the action.
  ///
  /// For an effect, the case of the action that it belongs to.
  let action: String
  /// The name of the effect; `nil` for an action.
  var effect: String?

  /// The placeholder for an unknown name.
  static let unknown = "unknown"
  /// The placeholder for the name of an unnamed effect.
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

/// The identity of an action or an effect in the process.
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
    case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside: nil
    }
  }

  /// The action that the causing code belongs to.
  var action: ActionID? {
    switch self {
    case .handler(let id): id
    case .effect(_, let action): action
    case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside: nil
    }
  }
}

extension StateEvent.DropReason {
  /// The reason as an attribute value.
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
