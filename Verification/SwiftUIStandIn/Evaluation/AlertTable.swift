/// What an alert shows.
@MainActor
struct AlertContent {
  let title: String
  let message: (RenderContext) -> [Node]
  let actions: (RenderContext) -> [Node]
}

/// The alerts that are up, with what they came up with.
///
/// SwiftUI ignores changes of an alert's content while the alert is up, and does not see that it was
/// asked down and up again within one update.
@MainActor
struct AlertTable {
  private var shown: [String: AlertContent] = [:]
  private var requests: [String: AlertContent] = [:]

  mutating func content(at path: String, requested: AlertContent?) -> AlertContent? {
    requests[path] = requested
    return requested.map { shown[path] ?? $0 }
  }

  mutating func commit() {
    for (path, content) in requests where shown[path] == nil { shown[path] = content }
    shown = shown.filter { requests[$0.key] != nil }
  }
}
