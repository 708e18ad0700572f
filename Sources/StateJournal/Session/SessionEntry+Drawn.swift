import StateCore
import StateRecord

extension SessionEntry.Kind {
  /// Returns the kind of entry for a value that a handler or an effect took from its environment.
  @MainActor
  static func drawn(_ value: EnvironmentValue, _ cause: EventCause) -> SessionEntry.Kind {
    let (name, content): (String, any Sendable) =
      switch value {
      case .date(let date): ("date", date)
      case .uuid(let id): ("uuid", id)
      case .number(let number): ("number", number)
      }
    return .drawn(name: name, SessionValue(of: content), SessionCause(cause))
  }
}
