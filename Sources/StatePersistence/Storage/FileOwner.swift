import StateFields
import StateJSON

/// The key that a file belongs to, which is in the first line of the file.
///
/// ```json
/// {"key":"a very long key"}
/// ```
///
/// The record follows, encrypted or not.
struct FileOwner: Sendable {
  let key: String
  /// The first line of the file.
  let line: [UInt8]

  init(_ key: String) {
    self.key = key
    line = JSONText.bytes(of: .object([Self.name: .string(key)])) + [Self.end]
  }

  /// Returns the record of a file.
  ///
  /// - Throws: An error if the file belongs to another key.
  func record(in file: [UInt8]) throws -> [UInt8] {
    if file.starts(with: line) { return Array(file[line.count...]) }
    if let other = Self.key(in: file) { try check(other) }
    // The file is damaged, or it is a record that was put here without a key.
    return file
  }

  /// - Throws: An error if the key of a file is another one.
  func check(_ other: String) throws {
    if ExactKey(other) == ExactKey(key) { return }
    throw SavedStateError(.unreadable, "the file belongs to another key")
  }

  /// Returns the key in the first line, or `nil` if the file doesn't start with a key.
  static func key(in file: [UInt8]) -> String? {
    guard let end = file.firstIndex(of: Self.end),
      case .object(let members)? = try? JSONReader.value(in: file[..<end]), members.count == 1
    else { return nil }
    return members[name]?.string
  }

  private static let name = "key"
  /// The byte after the first line.
  static let end = UInt8(ascii: "\n")
}
