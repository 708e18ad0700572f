/// What the terminal shows at a time, and what can be typed there.
struct Page {
  var lines: [String]
  var commands: [Command]

  /// The commands that have a label, in a line.
  var help: String {
    commands.compactMap { command in command.label.map { "\(command.key) \($0)" } }
      .joined(separator: "   ")
  }

  func command(for key: Substring) -> Command? { commands.first { $0.key == key } }
}

/// A line that can be typed: a key, and the rest of the line.
struct Command {
  let key: String
  /// What it does; nothing where the lines of the page say it.
  let label: String?
  let run: @MainActor (String) -> Void

  init(_ key: String, _ label: String? = nil, run: @escaping @MainActor (String) -> Void) {
    self.key = key
    self.label = label
    self.run = run
  }

  init(_ key: String, _ label: String? = nil, run: @escaping @MainActor () -> Void) {
    self.init(key, label) { _ in run() }
  }
}
