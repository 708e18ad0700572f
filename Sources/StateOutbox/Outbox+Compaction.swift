import Foundation
import StateCore
import StatePersistence

/// The memory of the outbox, and the size of its log.
extension Outbox {
  static let smallestCompaction = 1 << 20

  /// Frees what settled changes have left, in memory and in the log.
  func tidy() {
    if payloads.count > 2 * queue.count + 64, !queue.isWriting {
      payloads.keep(Set(queue.views().map(\.payload)))
    }
    guard log.byteCount > compactsAbove, !isCompacting, !queue.isWriting, unwritten.isEmpty,
      !isClosed
    else { return }
    let aliases = OutboxEntry.aliases(aliases.all).bytes(payloads)
    let records =
      [aliases]
      + queue.records.flatMap { record in
        var sent = OutboxSent()
        if case .kept(let draft, _) = record { sent = self.sent[draft.key] ?? sent }
        return originRecords(of: record) + [OutboxEntry.fact(record, sent: sent).bytes(payloads)]
      }
    let size = records.reduce(0) { $0 + $1.count }
    // The size is looked at again when the log has grown by half.
    compactsAbove = max(Self.smallestCompaction, 3 * max(size, log.byteCount / 2))
    guard 2 * size < log.byteCount else { return }
    compactsAbove = max(Self.smallestCompaction, 3 * size)
    isCompacting = true
    log.replace(with: records) { [weak self] error in
      MainThread.run { self?.hasCompacted(error) }
    }
  }

  private func hasCompacted(_ error: SavedStateError?) {
    isCompacting = false
    if let error {
      compactsAbove = 2 * log.byteCount
      onReport(.damaged(error))
    } else {
      onReport(.compacted(bytes: log.byteCount))
    }
  }
}
