/// Takes the failures of a composition.
///
/// With a handler, that is called with the first one. Without, all are kept for the caller of the
/// composition.
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
  /// `false`: the handler has been called before, and nothing reports this failure.
  func take(_ error: any Error, _ environment: any EffectEnvironment) -> Bool {
    all.append(error)
    guard let handler else { return true }
    guard all.count == 1 else { return false }
    handler(error, environment)
    return true
  }
}
