import StateJSON

/// The saved data of a state: the version of its fields, and their values.
///
/// ```json
/// {"state":"Settings","version":2,"revision":7,"fields":{
/// "fontSize":14,
/// "theme":"dark"
/// }}
/// ```
///
/// The record of a child has a version and fields, and an id if the parent declares one.
struct Record: Equatable, Sendable {
  /// The name of the state in its declaration, or `nil` in the record of a child.
  var name: String?
  /// The identity of a child.
  var id: SavedJSON?
  var version: Int
  /// The number of times that the record was saved.
  var revision = 0
  var fields: [String: SavedJSON] = [:]

  init(
    name: String?,
    id: SavedJSON? = nil,
    version: Int,
    revision: Int = 0,
    fields: [String: SavedJSON] = [:]
  ) {
    self.name = name
    self.id = id
    self.version = version
    self.revision = revision
    self.fields = fields
  }

  /// Reads a record.
  ///
  /// - Throws: A `damaged` error if the data isn't a record.
  init(_ bytes: [UInt8]) throws(SavedStateError) {
    do throws(JSONReader.Failure) {
      let (head, members) = try JSONReader.object(in: bytes[...], membersOf: "fields")
      guard let members else { throw JSONReader.Failure(reason: "\"fields\" is missing") }
      guard let version = head["version"]?.int, version >= 1 else {
        throw JSONReader.Failure(reason: "\"version\" is missing")
      }
      name = head["state"]?.string
      id = head["id"].map { SavedJSON($0) }
      self.version = version
      revision = max(0, head["revision"]?.int ?? 0)
      fields = members.mapValues { SavedJSON(checked: $0) }
    } catch {
      throw SavedStateError(.damaged, "expected a saved state: \(error.reason)")
    }
  }

  /// Reads the record of a child.
  init(_ json: SavedJSON) throws(SavedStateError) {
    try self.init(json.bytes)
  }

  /// The text of the record, with the fields sorted by name.
  ///
  /// Each field is on a separate line, except in the record of a child.
  var bytes: [UInt8] {
    var bytes = Array("{".utf8)
    if let name {
      bytes += "\"state\":".utf8
      JSONText.append(.string(name), to: &bytes)
      bytes += ",\"version\":\(version),\"revision\":\(revision),\"fields\":{\n".utf8
    } else {
      if let id {
        bytes += "\"id\":".utf8
        bytes += id.bytes
        bytes.append(UInt8(ascii: ","))
      }
      bytes += "\"version\":\(version),\"fields\":{".utf8
    }
    for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { bytes += (name == nil ? "," : ",\n").utf8 }
      JSONText.append(.string(field.key), to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      bytes += field.value.bytes
    }
    bytes += (name == nil ? "}}" : "\n}}\n").utf8
    return bytes
  }
}
