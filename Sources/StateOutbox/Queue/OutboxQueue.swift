import Foundation

/// The rules of an outbox: which change is sent next, and what the end of an attempt means.
///
/// A change has a place in its lane, which is its number. A lane sends one change at a time, in the order of numbers;
/// a change that waits, is held or is being sent blocks the later ones. Failed changes stay at their places until the
/// app decides, and later ones pass them.
///
/// A queue has no tasks, locks, clocks and files. Each input takes the current time and appends commands, which the
/// owner performs in their order. An input first does what was due before, so a late timer changes nothing. The state
/// follows from the records of the log alone: `init(_:options:at:)` restores it.
///
/// - Complexity: O(log n) for an input that affects one of n changes; O(n) for the inputs that affect all changes.
struct OutboxQueue: Sendable {
  struct Options: Hashable, Sendable {
    var lanesAtOnce = 4
    var holdsLaneOfUndecodable = false
    /// The number of unsettled changes, including failed ones.
    var limit = 100_000
  }

  /// The pause between attempts while the network seems unavailable.
  static let probePause = Duration.seconds(300)
  /// The longest time over which lanes are spread when the network returns.
  static let longestJitter = Duration.seconds(2)
  /// The shortest time between attempts of a lane whose pause ends because the network returns.
  static let shortestPauseOnline = Duration.seconds(1)
  /// The pause after a start that couldn't be written.
  static let pauseAfterUnwritten = Duration.seconds(10)

  let options: Options
  /// The changes by slot, including free slots.
  var entries: ContiguousArray<Entry> = []
  var freeSlots: ContiguousArray<Int32> = []
  var slots = OutboxIndex()
  /// The list of all changes, in the order of the log.
  var order = Ends()
  var lanes: ContiguousArray<Lane> = []
  var laneNames = OutboxNames<String>()
  var kinds = OutboxNames<Kind>()
  var subjects = OutboxNames<String>()
  /// The lists of the changes of each subject.
  var subjectEnds: ContiguousArray<Ends> = []
  /// The errors of changes that failed or wait.
  var failures: [UUID: String] = [:]
  /// The writes that haven't ended.
  var writes: [OutboxWrite: Write] = [:]
  /// The lanes whose next attempt must be determined.
  var touchedLanes: [Int] = []
  /// The commands of the current input.
  var effects: [OutboxCommand] = []
  var ready = ReadyLanes()
  /// Lanes that start regardless of the network.
  var urgent = ReadyLanes()
  var pauses = OutboxHeap<Pause>()
  /// The dates at which changes expire or become unknown; none is later than that of its change.
  var dates = OutboxSlotHeap()
  /// The dates at which the pending changes were enqueued.
  var ages = OutboxSlotHeap()
  var heldAllKeys: Set<UUID> = []

  var lease = Lease.none
  var nextProbe: Duration?
  var announcedWake: Duration?
  var lastTime: OutboxTime
  var lastNumber = 0
  var lastWrite = 0
  var startCount = 0
  var inFlightCount = 0
  /// The number of lanes whose first change isn't blocked by a failure.
  var openLaneCount = 0
  /// The number of changes in each state.
  var counts = [Int](repeating: 0, count: State.allCases.count)
  var removal: OutboxWrite?
  /// Whether the app has paused the queue; a pause ends with the process.
  var isPaused = false
  /// Whether the network seems to be available.
  var isOnline = true
  /// The number of changes that this process saw settled, but not removed.
  var doneCount = 0

  /// Creates an empty queue.
  init(options: Options = Options(), at now: OutboxTime) {
    self.options = options
    lastTime = now
  }

  // MARK: Reads

  /// The number of unsettled changes.
  var count: Int { slots.count }
  /// The number of changes that are queued, waiting, or being sent.
  var pendingCount: Int {
    State.allCases.reduce(0) { $0 + ($1.isPending ? counts[Int($1.rawValue)] : 0) }
  }
  /// The number of changes that need a decision.
  var failedCount: Int { count - pendingCount }
  var isFull: Bool { count >= options.limit }
  /// Whether a change holds everything.
  var isHeld: Bool { !heldAllKeys.isEmpty }
  /// Whether a write has no end yet; the log isn't rewritten meanwhile.
  var isWriting: Bool { !writes.isEmpty }
  /// The next time of the clock at which something happens without an input.
  var nextWake: Duration? { announcedWake }

  /// Whether a change is being sent, or will be without an input of the app or of the network.
  ///
  /// `drain` ends when this is `false`. Pauses after errors count as sending, so a drain with a server that is down
  /// lasts until its timeout; pauses of the app, holds and a missing network don't.
  var canSend: Bool {
    if inFlightCount > 0 || isWriting { return true }
    return isOnline && !isPaused && !isHeld && openLaneCount > 0
  }

  subscript(key: UUID) -> OutboxView? { slot(of: key).map { view($0) } }

  /// The place of a change in the order of all; `Int.max` until its record is stored.
  func place(of key: UUID) -> Int? { slot(of: key).map { entries[$0].number } }

  func slot(of key: UUID) -> Int? {
    slots.slot(hash: key.hashValue) { entries[$0].key == key }
  }
}
