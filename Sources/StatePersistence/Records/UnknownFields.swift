/// The loaded fields that aren't in the declarations of their objects, kept to be saved again.
@MainActor
enum UnknownFields {
  private struct Entry {
    weak var object: AnyObject?
    let fields: [String: SavedJSON]
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]
  private static var limit = 64

  static func of(_ object: AnyObject) -> [String: SavedJSON] {
    guard !entries.isEmpty, let entry = entries[ObjectIdentifier(object)], entry.object != nil
    else { return [:] }
    return entry.fields
  }

  static func set(_ fields: [String: SavedJSON], of object: AnyObject) {
    if fields.isEmpty {
      if !entries.isEmpty { entries[ObjectIdentifier(object)] = nil }
      return
    }
    if entries.count >= limit {
      entries = entries.filter { $0.value.object != nil }
      limit = max(64, 2 * entries.count)
    }
    entries[ObjectIdentifier(object)] = Entry(object: object, fields: fields)
  }
}
