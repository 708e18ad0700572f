import Foundation
import StateFields

/// The encoding of actions without values, which their names tell.
enum FlightCoding {
  /// Returns how an action is encoded if its name is all that it contains.
  ///
  /// It decodes the name instead of encoding the action, so the file never contains the result of foreign code.
  static func coding(of action: some Any, _ type: any Any.Type) -> FlightName.Coding {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty,
      let type = type as? any Decodable.Type
    else { return .none }
    let name = CaseName.of(action)
    for coding in [FlightName.Coding.keyed, .text] where decodes(type, name, coding) {
      return coding
    }
    return .none
  }

  /// Returns the JSON of an action by its name.
  static func json(_ name: FlightName) -> JSONValue? {
    switch name.coding {
    case .none: nil
    case .keyed: .object([name.text: .object([:])])
    case .text: .string(name.text)
    }
  }

  private static func decodes(
    _ type: any Decodable.Type,
    _ name: String,
    _ coding: FlightName.Coding
  ) -> Bool {
    let json = json(FlightName(kind: .action, text: name, coding: coding))
    guard let json, let value = try? JSONCoding.value(type, json) else { return false }
    let mirror = Mirror(reflecting: value)
    return mirror.children.isEmpty && CaseName.of(value) == name
  }
}
