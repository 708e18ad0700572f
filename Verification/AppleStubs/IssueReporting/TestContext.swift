public let isTesting = false

public enum TestContext: Equatable, Sendable {
  public struct Testing: Equatable, Sendable {}

  case swiftTesting(Testing?)
  case xcTest

  public static var current: TestContext? {
    fatalError()
  }
}
