/// The part of a store that its effects see: its state, and the way back to itself.
@MainActor
final class EffectHost<Action, State> {
  let state: State
  let sender: ActionSender<Action>

  init(state: State, sender: ActionSender<Action>) {
    self.state = state
    self.sender = sender
  }
}
