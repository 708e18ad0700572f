/// The values of the action that the store is handling, each taken once.
struct ActionHandover {
  /// The handle of the action, if its sender doesn't have it yet.
  private var sent: SentAction?
  /// The lock and the loading, until the ledger has them.
  private var reservation: ActionReservation?

  mutating func keep(_ sent: SentAction) {
    self.sent = sent
  }

  mutating func keep(_ reservation: ActionReservation?) {
    self.reservation = reservation
  }

  mutating func takeSent() -> SentAction? { sent.take() }
  mutating func takeReservation() -> ActionReservation? { reservation.take() }
}
