/// The parts of a composition, of whatever feature: `TaskParts` is what has types.
protocol EffectParts: AnyObject, Sendable {
  /// The ids under which they run, as text.
  var ids: [String] { get }
}
