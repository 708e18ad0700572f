import Observation
import StateCore
import StateRecord

/// A follower of a state's saved fields.
///
/// It observes a field until the field changes, and again after copying its value. Further changes in between cost
/// nothing. The observations retain the follower during the state's lifetime. The follower retains the state while it
/// has unsaved changes.
@MainActor
final class StateFollower<State: PersistentState>: GroupMember {
  let id: Int
  let location: PersistenceLocation
  private var handlers: PersistenceHandlers
  private let persistence = State.persistence
  private let declarations = Declarations(of: State.self)
  private let schema: RecordSchema
  private let group: SaveGroup
  private var window: Duration
  private let notices = FieldNotices()
  private weak var state: State?
  /// The state, while it has unsaved changes.
  private var kept: State?
  /// The fields with changes that no save has taken.
  private var changed: Set<Int> = []
  /// The fields taken by a save that hasn't ended.
  private var taken: Set<Int> = []
  /// The fields that aren't currently observed.
  private var unobserved: Set<Int> = []
  /// For changed fields that others have also saved: the common value before the first of these saves.
  private var bases: [String: SavedJSON?] = [:]
  /// The fields whose children have changed while the state was loading; `bases` has what was loaded.
  private var loaded: Set<String> = []
  /// The changed fields that the last save couldn't encode.
  private var unencoded: Set<Int> = []
  /// The fields whose saved values don't match their types.
  private var misfits: Set<String> = []
  /// The initial values of fields that haven't been saved yet.
  private var initial: [Int: CapturedContent] = [:]
  private var isApplying = false
  private var isLoading = true
  /// The callers that attached the state again while it was loading.
  private var loadWaiters: [CheckedContinuation<SavedStateError?, Never>] = []
  /// The number of handles that follow the state.
  private var handles = 1
  /// Whether another state of this process saved while this one was loading.
  private var isReloadDue = false
  private var hasEnded = false
  /// The errors that were reported since the last complete save.
  private var reported: Set<SavedStateError> = []
  private var saveFailure: SavedStateError?
  /// Whether the last save skipped the changes.
  private var isHeldBack = false
  private var watch: ClockTimer?
  private var interval: Duration?

  init(
    _ state: State,
    _ location: PersistenceLocation,
    _ group: SaveGroup,
    window: Duration,
    _ handlers: PersistenceHandlers
  ) {
    id = SaveGroup.makeMemberID()
    self.state = state
    self.location = location
    self.group = group
    self.window = window
    self.handlers = handlers
    schema = RecordSchema(persistence, declarations, at: location)
  }

  /// Returns the follower that already saves a state in a place.
  static func follower(of state: State, at place: PersistenceLocation) -> StateFollower? {
    SharedPlaces.members(at: place).lazy.compactMap { $0 as? StateFollower }.first {
      !$0.hasEnded && $0.state === state && $0.location.seal?.keyName == place.seal?.keyName
    }
  }

  func follows(_ state: AnyObject) -> Bool { !hasEnded && self.state === state }

  /// Whether there are unsaved changes.
  var hasChanges: Bool { !changed.isEmpty || !taken.isEmpty }

  // MARK: Loading

  /// Observes the fields, and loads their saved values.
  func begin() async throws(SavedStateError) {
    do throws(SavedStateError) {
      SharedPlaces.enter(self)
      try observeAll()
      let (fields, errors) = try await group.saver.load(id, location.key, schema)
      for error in errors { report(error) }
      await apply(fields)
    } catch {
      end()
      endLoad(error)
      throw error
    }
    endLoad(nil)
    if !changed.isEmpty { group.change(self, window: window) }
    if isReloadDue { await reload() }
    // This save also gives merged fields their saved values.
    if !bases.isEmpty { _ = await flush() }
  }

  private func endLoad(_ error: SavedStateError?) {
    isLoading = false
    let waiters = loadWaiters
    loadWaiters = []
    for waiter in waiters { waiter.resume(returning: error) }
  }

  /// Adds a handle, because the state was attached again.
  func join(_ handlers: PersistenceHandlers, window: Duration) async throws(SavedStateError) {
    handles += 1
    self.handlers = handlers
    self.window = window
    if isLoading, let error = await withCheckedContinuation({ loadWaiters.append($0) }) {
      throw error
    }
    await reload()
  }

  private func observeAll() throws(SavedStateError) {
    if let problem = declarations.problems.first {
      throw SavedStateError(.declaration, problem)
    }
    if let state, persistence.capture(state) == nil {
      throw SavedStateError(
        .unreadable,
        "time travel shows an earlier state: attach the state after resume()"
      )
    }
    for (index, field) in persistence.fields.enumerated() {
      let (content, isObserved) = observe(index)
      initial[index] = content
      if isObserved { continue }
      throw SavedStateError(
        .declaration,
        """
        the field "\(field.name)" of \(persistence.name) can't be observed, so its changes \
        wouldn't be saved
        """
      )
    }
  }

  /// Applies the saved values to the state.
  ///
  /// A field that has changed in the meantime keeps its value.
  private func apply(_ saved: [String: SavedJSON]) async {
    let decoded = await decode(saved)
    if hasEnded { return }
    noteChanges()
    // The record keeps values that don't match. A save that overwrites them makes a copy first.
    misfits = decoded.misfits
    for failure in decoded.failures { report(failure) }
    if let state { UnknownFields.set(decoded.unknown, of: state) }
    give(decoded) { !changed.contains($0) }
    for field in changed.map({ persistence.fields[$0] })
    where field.merge != nil && decoded.values[field.name] != nil {
      // Both have changed it since it had its initial value.
      bases[field.name] = .some(field.hasChildren ? saved[field.name] : nil)
      if field.hasChildren { loaded.insert(field.name) }
    }
    keepInitial(where: decoded, saved)
  }

  /// Keeps the values of fields that aren't saved, also of those of children.
  private func keepInitial(where decoded: DecodedRecord, _ saved: [String: SavedJSON]) {
    for (index, field) in persistence.fields.enumerated() {
      if saved[field.name] == nil || bases[field.name] != nil { continue }
      let isIncomplete = decoded.values[field.name]?.isIncomplete == true
      initial[index] = isIncomplete ? state.flatMap { field.read($0) } : nil
    }
  }

  private func decode(_ saved: [String: SavedJSON]) async -> DecodedRecord {
    await ImmediateTask.detached { [persistence, declarations] in
      persistence.decode(saved, declarations)
    }
    .value
  }

  /// Sets fields to values.
  ///
  /// Observations don't treat this as a change by the user.
  private func give(_ decoded: DecodedRecord, where isWanted: (Int) -> Bool) {
    guard let state else { return }
    noteChanges()
    isApplying = true
    CurrentCause.with(.restore) {
      for (index, field) in persistence.fields.enumerated() where isWanted(index) {
        if let content = decoded.values[field.name] { field.apply(state, content) }
      }
    }
    isApplying = false
    // A setter of the state may have changed other fields. These count as normal changes.
    let given = Set(
      persistence.fields.indices.filter {
        isWanted($0) && decoded.values[persistence.fields[$0].name] != nil
      }
    )
    let noticed = notices.takeAll()
    unobserved.formUnion(noticed)
    for index in noticed.intersection(given).subtracting(changed) { _ = observe(index) }
    note(noticed.subtracting(given))
  }

  // MARK: Changes

  /// Observes a field.
  ///
  /// - Returns: Its value, and whether it can be observed.
  private func observe(_ index: Int) -> (content: CapturedContent?, isObserved: Bool) {
    guard let state else { return (nil, true) }
    let field = persistence.fields[index]
    let observer = FieldObserver()
    weak let held = observer
    let content = withObservationTracking {
      field.read(state)
    } onChange: { [self, observer] in
      withExtendedLifetime(observer) { willChange(index) }
    }
    unobserved.remove(index)
    _ = consume observer
    return (content, held != nil)
  }

  private nonisolated func willChange(_ index: Int) {
    if notices.add(index) { MainThread.run { self.noteChanges() } }
  }

  private func noteChanges() {
    if isApplying || hasEnded { return }
    let noticed = notices.takeAll()
    unobserved.formUnion(noticed)
    note(noticed)
  }

  private func note(_ fields: Set<Int>) {
    if fields.isEmpty { return }
    changed.formUnion(fields)
    kept = state
    if !isLoading { group.change(self, window: window) }
  }

  // MARK: Saves

  var place: String { location.storage.place(location.key) }

  func takeChange() -> RecordSaver.Change? {
    noteChanges()
    guard let state, !changed.isEmpty, !hasEnded else { return nil }
    if TimeTravel.isShown(in: state) { return waitForPresent() }
    var values: [CapturedRecord.Value] = []
    for index in changed.sorted() {
      let isObserved = !unobserved.contains(index)
      let content = isObserved ? persistence.fields[index].read(state) : observe(index).content
      guard let content else { return waitForPresent() }
      values.append(persistence.fields[index].captured(content))
    }
    taken = changed
    changed = []
    unencoded = []
    isHeldBack = false
    SaveObservers.willSave(state)
    defer { (bases, loaded) = ([:], []) }
    return RecordSaver.Change(
      member: id,
      key: location.key,
      schema: schema,
      values: values,
      defaults: initial.map {
        persistence.fields[$0.key].captured($0.value)
      },
      bases: bases,
      loaded: loaded,
      misfits: misfits
    )
  }

  /// Postpones the save, because time travel shows an earlier state, which isn't saved.
  private func waitForPresent() -> RecordSaver.Change? {
    isHeldBack = true
    TimeTravel.atNextEnd { [weak self] in
      guard let self, hasChanges else { return }
      group.change(self, window: window)
    }
    return nil
  }

  func didSave(_ change: RecordSaver.Change, _ answer: RecordSaver.Answer) async {
    if let refusal = answer.refusal {
      isHeldBack = true
      takeBack(change)
      // No later attempt is certain to save it.
      kept = nil
      saveEnded([refusal])
      return
    }
    keepLoaded(change, answer)
    SaveObservers.didSave(state)
    await receive(answer)
    taken = []
    // A value that can't be encoded waits until it changes.
    if changed == unencoded { kept = nil }
  }

  func didFail(_ change: RecordSaver.Change, _ error: SavedStateError) {
    takeBack(change)
    saveEnded([error])
  }

  func didWrite(
    _ change: RecordSaver.Change,
    _ answer: RecordSaver.Answer,
    _ error: SavedStateError
  ) async {
    if answer.refusal != nil {
      await didSave(change, answer)
      return
    }
    keepLoaded(change, answer)
    SaveObservers.didSave(state)
    await receive(answer, error)
    changed.formUnion(taken)
    taken = []
  }

  /// Children that have changed while the state was loading are merged by the first save that can encode them.
  private func keepLoaded(_ change: RecordSaver.Change, _ answer: RecordSaver.Answer) {
    loaded.formUnion(change.loaded.filter { answer.unsaved[$0] != nil })
    initial = initial.filter { loaded.contains(persistence.fields[$0.key].name) }
  }

  /// Handles the result of a save.
  private func receive(_ answer: RecordSaver.Answer, _ error: SavedStateError? = nil) async {
    saveEnded(answer.failures + (error.map { [$0] } ?? []))
    for (name, base) in answer.unsaved {
      guard let index = index(of: name) else { continue }
      unencoded.insert(index)
      changed.insert(index)
      taken.remove(index)
      if bases[name] == nil { bases[name] = .some(base) }
    }
    for error in answer.errors { report(error) }
    for conflict in answer.conflicts { handlers.onConflict(conflict) }
    await take(answer)
  }

  /// Restores the changes that a save has taken but not saved.
  private func takeBack(_ change: RecordSaver.Change) {
    changed.formUnion(taken)
    taken = []
    bases.merge(change.bases) { $1 }
    loaded.formUnion(change.loaded)
  }

  private func index(of name: String) -> Int? {
    persistence.fields.firstIndex { $0.name == name }
  }

  /// Handles the end of a save, with the given errors if it failed.
  private func saveEnded(_ errors: [SavedStateError]) {
    saveFailure = errors.first?.at(place)
    if errors.isEmpty { reported = [] }
    // Each attempt to save reports the same errors.
    for error in errors { report(error) }
  }

  private func report(_ error: SavedStateError) {
    let error = error.at(place)
    if reported.insert(error).inserted { handlers.onError(error) }
  }

  /// The reason why the last attempt to save failed.
  var failure: SavedStateError? { hasChanges ? saveFailure : nil }

  // MARK: External changes

  /// Applies what others have saved.
  private func take(_ answer: RecordSaver.Answer) async {
    if answer.taken.isEmpty { return }
    let decoded = await decode(answer.taken.mapValues(\.json))
    if hasEnded { return }
    noteChanges()
    misfits.subtract(answer.taken.keys)
    misfits.formUnion(decoded.misfits)
    for (name, value) in answer.taken {
      guard let index = index(of: name), changed.contains(index) else { continue }
      // The next save resolves fields that were also changed here. If others save again, the first base is kept.
      if bases[name] == nil { bases[name] = .some(value.base) }
    }
    for failure in decoded.failures { report(failure) }
    give(decoded) { !changed.contains($0) }
    let names = Set(decoded.values.keys.filter { name in bases[name] == nil })
    if !names.isEmpty { handlers.onReload(names) }
  }

  /// Loads what others have saved, if anything.
  func reload() async {
    if isLoading {
      isReloadDue = true
      return
    }
    await group.reload {
      // The follower may also have ended while this waited.
      if hasEnded { return }
      guard let answer = await group.saver.reload(id, location.key, schema) else { return }
      if let refusal = answer.refusal { report(refusal) }
      await take(answer)
    }
  }

  /// Periodically checks for what others have saved.
  func watch(every interval: Duration, _ clock: any Clock<Duration>) {
    self.interval = interval
    watch(clock)
  }

  private func watch(_ clock: any Clock<Duration>) {
    guard let interval, !hasEnded, state != nil else { return }
    watch?.cancel()
    watch = clock.startTimer(after: interval) { [weak self] in
      ImmediateTask.detached { @MainActor in
        await self?.reload()
        self?.watch(clock)
      }
    }
  }

  // MARK: End

  func flush() async -> Bool {
    let isSaved = await flushValues()
    await SaveObservers.flush(state)
    return isSaved
  }

  private func flushValues() async -> Bool {
    noteChanges()
    if changed.isEmpty, taken.isEmpty { return true }
    if hasEnded { return false }
    if isHeldBack || !unencoded.isEmpty { group.change(self, window: window) }
    return await group.flush() && !isHeldBack && unencoded.isEmpty
  }

  func saveAll() async -> Bool {
    if !hasEnded { note(Set(persistence.fields.indices)) }
    return await flush()
  }

  /// Removes a handle.
  ///
  /// The last one ends the follower.
  func leave() {
    handles -= 1
    if handles == 0 { end() }
  }

  private func end() {
    hasEnded = true
    watch?.cancel()
    SharedPlaces.leave(self)
    kept = nil
    let (saver, id) = (group.saver, id)
    ImmediateTask.detached { await saver.forget(id) }
  }
}

/// An object that an observation retains.
private final class FieldObserver: Sendable {}
