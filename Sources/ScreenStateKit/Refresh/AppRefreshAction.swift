public import Foundation

/// A request of an `AppRefresher`; each request has its own identity.
public struct AppRefreshAction<Option: Sendable, Source: Sendable>: Sendable, Identifiable {
  /// The identity of the request, which distinguishes two requests for the same content.
  public let id = UUID()
  /// The content to load again.
  public let option: Option
  /// The origin of the request, if known.
  public let source: Source?

  /// Creates a new request.
  public init(option: Option, source: Source?) {
    self.option = option
    self.source = source
  }
}
