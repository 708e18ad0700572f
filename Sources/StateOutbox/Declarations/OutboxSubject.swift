import Foundation
public import StateQueries

/// The entity that a change concerns.
public struct OutboxSubject: Hashable, Codable, Sendable {
  private let type: String
  private let id: String

  /// Creates the subject for an entity.
  public init<Entity: QueryEntity>(_ type: Entity.Type, id: Entity.ID) where Entity.ID: Codable {
    self.type = "\(type)"
    self.id = StableText.of(id)
  }
}

/// The server's id for an id that the app has invented.
public struct OutboxAlias: Hashable, Codable, Sendable {
  /// The type and the text of the app's id.
  let local: String
  /// The text of the server's id.
  let server: String

  init(local: String, server: String) {
    self.local = local
    self.server = server
  }

  /// Creates an alias.
  public init<ID: Codable & Hashable & Sendable>(_ local: ID, is server: ID) {
    self.local = Self.name(of: local)
    self.server = StableText.of(server)
  }

  static func name<ID: Codable & Hashable & Sendable>(of id: ID) -> String {
    "\(ID.self) \(StableText.of(id))"
  }
}

/// Texts of values, which are the same in all processes.
enum StableText {
  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode([value]) else { return "\(value)" }
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ text: String, _ type: Value.Type) -> Value? {
    try? JSONDecoder().decode([Value].self, from: Data(text.utf8)).first
  }
}
