import StateEngine

/// What an effect has from the compositions that it is part of.
struct EffectScope {
  let cause: EffectCause
  var keys: [TaskKey] = []
  var priority: TaskPriority?
  /// The nearest composition with a handler, or one that is waited for.
  var failures: FailureCollector?
  /// The composition in whose task the effect runs, in the table of effects.
  var enclosing: Int?
  /// Whoever waits for the effect's end.
  var completion: CompletionCount?
}
