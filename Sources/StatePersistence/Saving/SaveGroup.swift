import StateCore

/// A state whose changes are saved together with those of others.
@MainActor
protocol GroupMember: AnyObject, Sendable {
  var id: Int { get }
  var location: PersistenceLocation { get }
  var hasChanges: Bool { get }
  /// Whether it saves a state.
  func follows(_ state: AnyObject) -> Bool
  /// Copies the changes. Returns `nil` if they can't be saved now.
  func takeChange() -> RecordSaver.Change?
  func didSave(_ change: RecordSaver.Change, _ answer: RecordSaver.Answer) async
  func didFail(_ change: RecordSaver.Change, _ error: SavedStateError)
  /// Handles a write that is in the storage, but that a crash may revert.
  func didWrite(
    _ change: RecordSaver.Change,
    _ answer: RecordSaver.Answer,
    _ error: SavedStateError
  ) async
  func reload() async
}

/// The states that are saved together.
///
/// Their values in one turn of the main actor are written in one step, or not at all.
@MainActor
final class SaveGroup {
  private struct Weak {
    weak var group: SaveGroup?
  }

  private static var groups: [ObjectIdentifier: Weak] = [:]
  private static var lastMember = 0

  let saver: RecordSaver
  private let storage: any RecordStorage
  private let clock: any Clock<Duration>
  private var schedule = SaveSchedule()
  private var timers: [ClockTimer] = []
  /// The members with changes, which are retained until they are saved.
  private var unsaved: [Int: any GroupMember] = [:]
  private var waiters: [CheckedContinuation<Bool, Never>] = []
  /// Whether a save or a reload is running.
  ///
  /// `line` contains those that wait for its end.
  private var isInUse = false
  private var line = Queue<() -> Void>()

  /// Returns a unique number for a member.
  static func makeMemberID() -> Int {
    lastMember += 1
    return lastMember
  }

  /// Returns the group of all states in a storage.
  static func of(_ storage: any RecordStorage, _ clock: any Clock<Duration>) -> SaveGroup {
    let key = ObjectIdentifier(storage)
    if let group = groups[key]?.group { return group }
    groups = groups.filter { $0.value.group != nil }
    let group = SaveGroup(storage, clock)
    groups[key] = Weak(group: group)
    return group
  }

  private init(_ storage: any RecordStorage, _ clock: any Clock<Duration>) {
    self.storage = storage
    self.clock = clock
    saver = RecordSaver(storage)
  }

  /// Notes a change of a member.
  func change(_ member: some GroupMember, window: Duration) {
    unsaved[member.id] = member
    perform(schedule.change(window: window))
  }

  /// Saves the changes made before this call.
  ///
  /// - Returns: Whether they are saved.
  func flush() async -> Bool {
    if schedule.isSaving {
      // The running save may have started before the last change.
      let isComplete = await nextEnd()
      if schedule.isSaving { return await nextEnd() }
      if !schedule.hasChanges { return isComplete }
    }
    perform(schedule.flush())
    return schedule.isSaving ? await nextEnd() : true
  }

  /// Runs `body` while no save or reload is running.
  ///
  /// Otherwise a change could be copied after the saver has read the data but before the state has its new values. It
  /// would be compared with values that the state has never had, and one of the two would be lost.
  func reload(_ body: () async -> Void) async {
    await withCheckedContinuation { continuation in enter { continuation.resume() } }
    await body()
    leave()
  }

  private func enter(_ body: @escaping () -> Void) {
    if isInUse {
      line.append(body)
    } else {
      isInUse = true
      body()
    }
  }

  private func leave() {
    if let next = line.popFirst() { next() } else { isInUse = false }
  }

  private func nextEnd() async -> Bool {
    await withCheckedContinuation { waiters.append($0) }
  }

  private func perform(_ steps: [SaveSchedule.Step]) {
    for step in steps {
      switch step {
      case .startTimer(let duration):
        timers.append(
          clock.startTimer(after: duration) {
            ImmediateTask.detached { @MainActor in self.timerFired() }
          }
        )
      case .cancelTimers:
        for timer in timers { timer.cancel() }
        timers = []
      case .save: enter { self.save() }
      }
    }
  }

  private func timerFired() {
    let steps = schedule.timerFired()
    if !steps.contains(.cancelTimers) { timers = [] }
    perform(steps)
  }

  private func save() {
    let members = unsaved.values.sorted { $0.id < $1.id }
    unsaved = [:]
    // All changes are copied in one turn.
    let taken = members.compactMap { member in member.takeChange().map { (member, $0) } }
    ImmediateTask.detached { @MainActor [self] in
      let saved = await write(taken)
      leave()
      // This follows the end of the save, because a place may have two states of this group.
      for member in saved ?? [] { await SharedPlaces.didSave(member) }
      let waiting = waiters
      waiters = []
      perform(schedule.saveEnded(isComplete: saved != nil))
      for waiter in waiting { waiter.resume(returning: saved != nil) }
    }
  }

  /// - Returns: The members whose changes are saved, or `nil` if none could be saved.
  private func write(
    _ taken: [(member: any GroupMember, change: RecordSaver.Change)]
  ) async -> [any GroupMember]? {
    if taken.isEmpty { return [] }
    do throws(SavedStateError) {
      let (answers, failure) = try await saver.save(taken.map(\.change))
      if let failure {
        for ((member, change), answer) in zip(taken, answers) {
          await member.didWrite(change, answer, failure)
          if answer.refusal == nil { unsaved[member.id] = member }
        }
        return nil
      }
      var saved: [any GroupMember] = []
      for ((member, change), answer) in zip(taken, answers) {
        await member.didSave(change, answer)
        if answer.refusal == nil { saved.append(member) }
      }
      return saved
    } catch {
      for (member, change) in taken {
        member.didFail(change, error)
        unsaved[member.id] = member
      }
      return nil
    }
  }
}
