/// The lines that the terminal shows, and the commands that the user can type.
struct Page {
  var lines: [String]
  var commands: [Command]

  /// The labeled commands, in one line.
  var help: String {
    commands.compactMap { command in command.label.map { "\(command.key) \($0)" } }
      .joined(separator: "   ")
  }

  func command(for key: Substring) -> Command? { commands.first { $0.key == key } }
}

/// A command: a key, followed by the rest of the line.
struct Command {
  let key: String
  /// Describes the command; `nil` if the page's lines already do.
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
