@available(macOS 10.0, iOS 2.0, tvOS 9.0, watchOS 2.0, *)
open class ProcessInfo: @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { fatalError() }
}
