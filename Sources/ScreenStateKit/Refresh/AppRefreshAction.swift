public import Foundation

/// One request of an `AppRefresher`; each one made has an identity of its own.
public struct AppRefreshAction<Option: Sendable, Source: Sendable>: Sendable, Identifiable {
  /// Distinguishes two requests for the same thing.
  public let id = UUID()
  /// The part to load again.
  public let option: Option
  /// The origin of the request, if known.
  public let source: Source?

  /// Makes a new request.
  public init(option: Option, source: Source?) {
    self.option = option
    self.source = source
  }
}
