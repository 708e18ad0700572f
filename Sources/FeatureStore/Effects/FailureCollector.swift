/// A collector for the failures of a composition.
///
/// If it has a handler, it calls the handler with the first failure. Otherwise, it keeps all failures for the caller of
/// the composition.
@MainActor
final class FailureCollector {
  private let handler: EffectDescription.FailureHandler?
  private(set) var all: [any Error] = []

  init(handler: EffectDescription.FailureHandler?) {
    self.handler = handler
  }

  var first: (any Error)? { all.first }

  /// Takes a failure.
  ///
  /// Returns `false` if the handler was already called, and therefore doesn't receive this failure.
  func take(_ error: any Error, _ environment: any EffectEnvironment) -> Bool {
    all.append(error)
    guard let handler else { return true }
    guard all.count == 1 else { return false }
    handler(error, environment)
    return true
  }
}
