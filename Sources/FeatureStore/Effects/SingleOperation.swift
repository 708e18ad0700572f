/// The only operation of an effect, which the task of its run calls directly.
///
/// Each closure between the task and the operation would add two frames. A task keeps what it captures until after its
/// waiters resume, so the context of the run has the operation, and the task takes it out of there first.
@MainActor
struct SingleOperation {
  let operation: EffectContent.Operation
  /// The description of the effect, if it has one.
  let effect: EffectDescription?
  let scope: EffectScope
  let runner: EffectRunner
}
