/// The only operation of an effect, which the task of its run calls directly.
///
/// Each closure between the task and the operation would add two frames. A task keeps what it captures until after its
/// waiters resume, so it takes the operation out of this object first.
@MainActor
final class SingleOperation {
  struct Content {
    let operation: EffectContent.Operation
    /// The description of the effect, if it has one.
    let effect: EffectDescription?
    let scope: EffectScope
    let runner: EffectRunner
  }

  private var content: Content?

  init(_ content: consuming Content) {
    self.content = content
  }

  /// Returns the operation and releases it.
  func take() -> Content? { content.take() }
}
