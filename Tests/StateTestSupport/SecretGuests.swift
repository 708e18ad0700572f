import Observation
package import StateFields

/// The texts that must not leave the process in any message, file, or response.
package enum Secret {
  package static let keys = ["kQ7-key-a@mail", "kQ7-key-b@mail"]
  package static let values = ["kQ7-value-a", "kQ7-value-b"]
  /// Their common prefix.
  package static let mark = "kQ7-"
}

/// A child whose fields aren't redacted themselves.
@MainActor @Observable
package final class SecretGuest: RestorableState, Identifiable {
  package var id = ""
  package var title = ""
  package var companions: [SecretGuest] = []

  package init() {}

  package convenience init(id: String, title: String) {
    self.init()
    (self.id, self.title) = (id, title)
  }

  package static let snapshotFields = SnapshotFields<SecretGuest> {
    SnapshotField("id", \.id)
    SnapshotField("title", \.title)
    SnapshotField("companions", children: \.companions)
  }
}

/// A state with redacted fields that contain children, in a dictionary and in a list.
@MainActor @Observable
package final class SecretGuests: RestorableState {
  package enum Sheet {
    case none
    case guest(SecretGuest)
  }

  package var count = 0
  package var token = ""
  package var rows: [String: SecretGuest] = [:]
  package var list: [SecretGuest] = []
  package var sheet = Sheet.none
  package var tables: [Int: SecretGuest] = [:]

  package init() {}

  /// Adds two guests with secret keys to the state.
  package func fill() {
    token = Secret.values[0]
    for (key, value) in zip(Secret.keys, Secret.values) {
      rows[key] = SecretGuest(id: key, title: value)
      rows[key]?.companions = [SecretGuest(id: key, title: value)]
      list.append(SecretGuest(id: key, title: value))
    }
    sheet = .guest(SecretGuest(id: Secret.keys[0], title: Secret.values[0]))
  }

  package static let snapshotFields = SnapshotFields<SecretGuests> {
    SnapshotField("count", \.count)
    SnapshotField("token", \.token).redacted()
    SnapshotField("rows", children: \.rows).redacted()
    SnapshotField("list", children: \.list).redacted()
    SnapshotField("sheet", \.sheet, cases: Sheet.guest).redacted()
    SnapshotField("tables", children: \.tables)
  }
}
