/// Runs the app from its first frame to its exit status.
@MainActor
package struct Session {
  /// The exit status if a script contains unknown keys (`EX_DATAERR`).
  package static let damagedScript: Int32 = 65

  private let view: any AppView
  private let report: (String) -> Void

  /// Creates a session that passes messages for outside the screen to `report`.
  package init(view: any AppView, report: @escaping (String) -> Void) {
    self.view = view
    self.report = report
  }

  /// - Returns: The exit status of the process.
  package func run(_ events: AsyncStream<SessionEvent>) async -> Int32 {
    view.appear()
    defer { view.disappear() }
    var status: Int32 = 0
    for await event in events {
      switch event {
      case .key(let key):
        guard view.press(key) else { return status }
      case .text(let text):
        for character in text {
          guard view.press(.character(character)) else { return status }
        }
      case .wait:
        await view.settle()
      case .unknown(let name):
        report("lexicon: unknown key '\(name)'; use one of: \(Self.names)")
        status = Self.damagedScript
      case .resized(let size):
        view.resize(to: size)
      case .signal(let number):
        return 128 + number
      }
    }
    // At the end of the input, the last words still need to be saved.
    await view.settle()
    return status
  }

  private static var names: String {
    Key.names.map(\.key).joined(separator: ", ") + ", each character, 'type' and 'wait'"
  }
}
