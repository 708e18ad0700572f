public import Foundation

/// One request of an `AppRefresher`; each one made has an identity of its own.
public struct AppRefreshAction<Option: Sendable, Source: Sendable>: Sendable, Identifiable {
  /// What tells two requests for the same thing apart.
  public let id = UUID()
  /// What is to be loaded again.
  public let option: Option
  /// Who asks, if that is known.
  public let source: Source?

  /// Makes a new request.
  public init(option: Option, source: Source?) {
    self.option = option
    self.source = source
  }
}
