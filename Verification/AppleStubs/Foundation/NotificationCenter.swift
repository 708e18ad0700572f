public protocol NSObjectProtocol: AnyObject {}

open class NSNotification: @unchecked Sendable {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(_ rawValue: String) {
      fatalError()
    }

    public init(rawValue: String) {
      fatalError()
    }
  }
}

@available(macOS 10.10, iOS 8.0, tvOS 9.0, watchOS 2.0, *)
public struct Notification {
  public typealias Name = NSNotification.Name
}

open class OperationQueue: @unchecked Sendable {}

open class NotificationCenter: @unchecked Sendable {
  open class var `default`: NotificationCenter { fatalError() }

  open func post(name: NSNotification.Name, object: Any?) {
    fatalError()
  }

  open func addObserver(
    forName name: NSNotification.Name?,
    object: Any?,
    queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    fatalError()
  }

  open func removeObserver(_ observer: Any) {
    fatalError()
  }
}
