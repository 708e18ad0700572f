extension Logger {
  public enum Level: String, Codable, CaseIterable, Comparable, Sendable {
    case trace
    case debug
    case info
    case notice
    case warning
    case error
    case critical

    public static func < (first: Level, second: Level) -> Bool {
      fatalError()
    }
  }
}
