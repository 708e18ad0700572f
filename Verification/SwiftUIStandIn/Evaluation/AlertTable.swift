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
/// closed and opened again within one update. A screen shows one alert at a time; an alert of a screen that
/// has a sheet in front waits until the sheet closes, unless the alert is already up.
@MainActor
struct AlertTable {
  private var shown: [String: AlertContent] = [:]
  private var requests: [String: AlertContent] = [:]

  /// Begins to draw again, without the requests of the last time.
  mutating func begin() {
    requests = [:]
  }

  mutating func content(at path: String, requested: AlertContent?) -> AlertContent? {
    requests[path] = requested
    return requested.map { shown[path] ?? $0 }
  }

  /// Takes the alerts that have to wait out of a screen and the sheets in front of it.
  mutating func arrange(_ screen: [Node]) -> [Node] {
    var alerts: [Node] = []
    var sheets: [Node] = []
    for node in screen { collect(from: node, &alerts, &sheets) }
    for sheet in sheets { sheet.children = arrange(sheet.children) }
    let up = alerts.first { shown[$0.identity] != nil } ?? (sheets.isEmpty ? alerts.first : nil)
    for alert in alerts where alert !== up { requests[alert.identity] = nil }
    return screen.compactMap { removeWaiting(from: $0, except: up) }
  }

  mutating func commit() {
    for (path, content) in requests where shown[path] == nil { shown[path] = content }
    shown = shown.filter { requests[$0.key] != nil }
  }

  private func collect(from node: Node, _ alerts: inout [Node], _ sheets: inout [Node]) {
    switch node.kind {
    case .alert: alerts.append(node)
    case .sheet: sheets.append(node)
    default: for child in node.children { collect(from: child, &alerts, &sheets) }
    }
  }

  private func removeWaiting(from node: Node, except up: Node?) -> Node? {
    switch node.kind {
    case .alert: return node === up ? node : nil
    case .sheet: return node
    default:
      node.children = node.children.compactMap { removeWaiting(from: $0, except: up) }
      return node
    }
  }
}
