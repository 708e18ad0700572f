import Logging
import StateCore

/// The delivery of actions from a store to its children.
///
/// In the store's ledger, a delivery is an action, which ends with the resulting actions of the children.
extension Store: ChildDeliverer {
  func forward(_ delivery: AnyObject) {
    guard let delivery = delivery as? ChildDelivery<F.State> else {
      preconditionFailure("An effect belongs to a store with the state of its feature.")
    }
    followParent()
    if let reason = dropReason(in: EffectContext.current) {
      delivery.drop?()
      return logDrop(of: delivery.action, reason)
    }
    let id = work.insertAction(owner: runner.owner, parent: senderID, isQueued: true)
    delivery.onBehalf = listener?.onBehalfOfCurrent()
    let turn = QueuedTurn(
      // The queue that holds the turn belongs to this store.
      take: { [unowned self] in self.deliver(delivery, $0) },
      drop: delivery.drop
    )
    _ = enqueue(.other(turn), id)
    guard turns.phase == .idle else { return }
    handleQueue()
    pruneChildren()
  }

  /// Delivers an action to the children at its turn.
  private func deliver(_ delivery: ChildDelivery<F.State>, _ id: RunningWork.ID) {
    turns.beginDelivery(id)
    let context = EffectContext(
      store: runner.store,
      work: work,
      node: id,
      action: id,
      isRun: true
    )
    var sent: [SentAction] = []
    func send() {
      sent =
        EffectContext.current == nil
        ? delivery.send(self) : context.with { delivery.send(self) }
    }
    if let onBehalf = delivery.onBehalf { onBehalf(send) } else { send() }
    turns.conclude()
    endDelivery(sent.filter { !$0.isDone }, context)
    turns.finish()
    if pipeline.tracker != nil { reactInTurn() }
  }

  /// Ends an action for children when the children's actions are done, and forwards a cancel to them.
  private func endDelivery(_ sent: [SentAction], _ context: EffectContext) {
    if sent.isEmpty { return work.endHandler(context.node) }
    let task = context.with {
      ImmediateTask.start { @MainActor in
        await withTaskCancellationHandler {
          for action in sent { await action.value }
        } onCancel: {
          for action in sent { action.cancel() }
        }
        context.work.endHandler(context.node)
      }
    }
    work.attach(task, to: context.node)
  }

  /// Receives an action from the parent, which is part of the parent's action but of no action here.
  func takeFromParent(_ action: F.Action, from origin: SendOrigin) -> SentAction {
    guard turns.isFree, StoreContexts.current == nil else {
      return admit(action, from: origin, isParents: true)
    }
    return send(action, from: origin)
  }
}
