/// The running effects and actions that only provide content from now on, such as those that follow a query.
///
/// The user doesn't edit content, so an undo leaves them running.
@MainActor
package enum ContentProviders {
  private static var effects: [EffectID: Int] = [:]
  private static var actions: [ActionID: Int] = [:]

  /// Notes the work of the current task.
  ///
  /// - Returns: A function that notes the end; `nil` if no store is recorded that the work belongs to.
  static func begin() -> (@MainActor () -> Void)? {
    switch CurrentCause.ofTask {
    case .effect(let id, _):
      effects[id, default: 0] += 1
      return { count(&effects[id]) }
    case .handler(let id):
      actions[id, default: 0] += 1
      return { count(&actions[id]) }
    default: return nil
    }
  }

  private static func count(_ entry: inout Int?) {
    entry = entry.flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  package static func contain(_ effect: EffectID) -> Bool { effects[effect] != nil }

  package static func contain(_ action: ActionID) -> Bool { actions[action] != nil }
}
