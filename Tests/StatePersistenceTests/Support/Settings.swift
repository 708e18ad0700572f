import Foundation
import Observation
import StateJSON
import StatePersistence

@Observable @MainActor
final class Settings {
  enum Theme: String, Codable { case light, dark }

  var theme = Theme.light
  var fontSize = 12
  var notes: [String: String] = [:]
  var isLoading = false
}

extension Settings: PersistentState {
  static let persistence = Persistence<Settings>(name: "Settings", version: 2) {
    Persisted("theme", \.theme)
    Persisted("fontSize", \.fontSize)
    Persisted("notes", \.notes) { base, here, there in
      here.merging(there.filter { base?[$0.key] != $0.value }) { here, _ in here }
    }
  } migrations: {
    Migration(from: 1) { $0.rename("size", to: "fontSize") }
  }
}

extension PersistenceMemory {
  /// The saved data as text.
  var text: String? { self["state"].map { String(decoding: $0, as: UTF8.self) } }

  func save(_ text: String) {
    self["state"] = .init(text.utf8)
  }

  /// The saved fields.
  var fields: JSONValue? {
    text.flatMap { text in
      (try? JSONReader.value(in: Array(text.utf8)[...]))?["fields"]
    }
  }
}
