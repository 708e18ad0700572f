#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateJournal

extension InspectorReader {
  /// Returns the cases of the actions that a store accepts.
  func actions(of number: Int) throws(RequestFailure) -> ActionList {
    let id = try store(number)
    do throws(ControlFailure) {
      return ActionList(
        store: number,
        actions: try journal.actionCases(of: id).map { ActionTemplate($0) }
      )
    } catch {
      throw RequestFailure(.notFound, error.reason)
    }
  }
}

extension ActionTemplate {
  fileprivate init(_ found: ActionCase) {
    name = found.name
    json = found.json
    values = found.parts.map { part in
      Value(name: part.name, type: part.type, choices: part.choices.isEmpty ? nil : part.choices)
    }
  }
}
#endif
