/// The belongings of the action that the store handles, each handed over once.
struct ActionHandover {
  /// The way to the action's end, if its sender does not have it yet.
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
