import Testing

@testable import FeatureStore
@testable import StateCore

@MainActor
struct ActionHandoverTests {
  @Test func theSenderAndTheLedgerEachGetTheirPartOnce() {
    let work = RunningWork()
    let id = work.insertAction(owner: work.insertOwner(), parent: nil, isQueued: false)
    var handover = ActionHandover()
    handover.keep(ActionReservation.none)
    handover.keep(SentAction(work, id))
    let reservations = [handover.takeReservation() != nil, handover.takeReservation() != nil]
    let sent = [handover.takeSent() != nil, handover.takeSent() != nil]
    #expect(reservations == [true, false])
    #expect(sent == [true, false])
  }
}

extension ActionReservation {
  /// A reservation without anything to give back.
  fileprivate static var none: ActionReservation? {
    ActionAdmission<Locked>(ObjectIdentity())?.admit(Locked())
  }

  private struct Locked: ActionLockable {
    var lockKey: AnyHashable { "key" }
  }

  private final class ObjectIdentity {}
}
