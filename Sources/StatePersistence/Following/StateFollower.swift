import Observation
import StateEngine

/// Follows the fields of a state that are saved.
///
/// A field is observed until it changes, and again when its value has been copied: further changes before that cost
/// nothing. The observations keep the follower, so that it is there for as long as the state is. The state is kept for as
/// long as it has changes that are not saved.
@MainActor
final class StateFollower<State: PersistentState>: GroupMember {
  let id: Int
  let location: PersistenceLocation
  let handlers: PersistenceHandlers
  private let persistence = State.persistence
  private let declarations = Declarations(of: State.self)
  private let group: SaveGroup
  private let window: Duration
  private let notices = FieldNotices()
  private weak var state: State?
  /// The state, while it has changes that are not saved.
  private var kept: State?
  /// The fields with changes that no save has taken.
  private var changed: Set<Int> = []
  /// The fields that a save has taken which has not ended.
  private var taken: Set<Int> = []
  /// The fields that are not observed now.
  private var unobserved: Set<Int> = []
  /// For changed fields of which others have saved another value: that which both had before.
  private var bases: [String: SavedJSON?] = [:]
  /// The values at the beginning of fields that nobody has saved yet.
  private var initial: [Int: CapturedContent] = [:]
  private var isApplying = false
  private var isLoading = true
  /// Whether another state of this process has saved while this one was loading.
  private var isReloadDue = false
  private var hasEnded = false
  private var reported: SavedStateError?
  /// Whether the last save left the changes out.
  private var isHeldBack = false
  private var watch: ClockTimer?

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
  }

  /// Whether there are changes that are not saved.
  var hasChanges: Bool { !changed.isEmpty || !taken.isEmpty }

  // MARK: Loading

  /// Observes the fields, and gives them what is saved.
  func begin() async throws(SavedStateError) {
    do throws(SavedStateError) {
      SharedPlaces.enter(self)
      try observeAll()
      let schema = RecordSchema(persistence, at: location)
      let (fields, errors) = try await group.saver.load(id, location.key, schema)
      for error in errors { report(error) }
      await apply(fields)
    } catch {
      end()
      throw error
    }
    isLoading = false
    if !changed.isEmpty { group.change(self, window: window) }
    if isReloadDue { await reload() }
    // With it, fields that are merged get what is saved.
    if !bases.isEmpty { _ = await flush() }
  }

  private func observeAll() throws(SavedStateError) {
    if let problem = declarations.problems.first {
      throw SavedStateError(.declaration, problem)
    }
    if let state, persistence.capture(state) == nil {
      throw SavedStateError(
        .unreadable,
        "time travel shows an earlier state: attach it in the present"
      )
    }
    for (index, field) in persistence.fields.enumerated() {
      let (content, isObserved) = observe(index)
      initial[index] = content
      if isObserved { continue }
      throw SavedStateError(
        .declaration,
        """
        the field "\(field.name)" of \(persistence.name) can't be observed: no change of it would be \
        saved
        """
      )
    }
  }

  /// Gives the state what was saved; a field that has changed meanwhile keeps its value.
  private func apply(_ saved: [String: SavedJSON]) async {
    let decoded = await decode(saved)
    if hasEnded { return }
    noteChanges()
    var failures = decoded.failures
    if !failures.isEmpty {
      // The next save would write over what does not decode.
      let name = try? await group.saver.copyAside(location.key)
      for index in failures.indices { failures[index].setAside = name }
      for failure in failures { report(failure.at(place)) }
      noteChanges()
    }
    if let state { UnknownFields.set(decoded.unknown, of: state) }
    give(decoded) { !changed.contains($0) }
    for field in changed.map({ persistence.fields[$0] })
    where field.merge != nil && decoded.values[field.name] != nil {
      // Both have changed it since it had its initial value.
      bases[field.name] = .some(nil)
    }
    initial = initial.filter { index, _ in
      let name = persistence.fields[index].name
      return saved[name] == nil || bases[name] != nil
    }
  }

  private func decode(_ saved: [String: SavedJSON]) async -> DecodedRecord {
    await ImmediateTask.detached { [persistence, declarations] in
      persistence.decode(saved, declarations)
    }
    .value
  }

  /// Gives fields their values; observations see no change of the user in that.
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
    // A state may have changed other fields in a setter: these are changes like others.
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

  // MARK: Saving

  var place: String { location.storage.place(location.key) }

  func takeChange() -> RecordSaver.Change? {
    noteChanges()
    guard let state, !changed.isEmpty else { return nil }
    if TimeTravel.isShown(in: state) { return waitForPresent() }
    var values: [CapturedRecord.Value] = []
    for index in changed.sorted() {
      let isObserved = !unobserved.contains(index)
      let content = isObserved ? persistence.fields[index].read(state) : observe(index).content
      guard let content else { return waitForPresent() }
      values.append(CapturedRecord.Value(name: persistence.fields[index].name, content: content))
    }
    taken = changed
    changed = []
    isHeldBack = false
    defer { bases = [:] }
    return RecordSaver.Change(
      member: id,
      key: location.key,
      schema: RecordSchema(persistence, at: location),
      values: values,
      defaults: initial.map {
        CapturedRecord.Value(name: persistence.fields[$0.key].name, content: $0.value)
      },
      bases: bases
    )
  }

  /// Time travel shows an earlier state, which is not saved.
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
      // No later try is sure to save it.
      kept = nil
      report(refusal)
      return
    }
    initial = [:]
    if answer.errors.isEmpty { reported = nil }
    for error in answer.errors { report(error) }
    for conflict in answer.conflicts { handlers.onConflict(conflict) }
    await take(answer)
    taken = []
    if changed.isEmpty { kept = nil }
  }

  func didFail(_ change: RecordSaver.Change, _ error: SavedStateError) {
    takeBack(change)
    report(error)
  }

  /// What a save has taken is not saved.
  private func takeBack(_ change: RecordSaver.Change) {
    changed.formUnion(taken)
    taken = []
    bases.merge(change.bases) { $1 }
  }

  private func index(of name: String) -> Int? {
    persistence.fields.firstIndex { $0.name == name }
  }

  private func report(_ error: SavedStateError) {
    let error = error.at(place)
    // Each try to save says the same.
    if error == reported { return }
    reported = error
    handlers.onError(error)
  }

  /// Why the last try to save has failed.
  var failure: SavedStateError? { hasChanges ? reported : nil }

  // MARK: Changes elsewhere

  /// Takes what others have saved.
  private func take(_ answer: RecordSaver.Answer) async {
    if answer.taken.isEmpty { return }
    let decoded = await decode(answer.taken.mapValues(\.json))
    if hasEnded { return }
    noteChanges()
    for (name, value) in answer.taken {
      // What has changed here as well is found by the next save.
      if let index = index(of: name), changed.contains(index) { bases[name] = .some(value.base) }
    }
    for failure in decoded.failures { report(failure.at(place)) }
    give(decoded) { !changed.contains($0) }
    let names = Set(decoded.values.keys.filter { name in bases[name] == nil })
    if !names.isEmpty { handlers.onReload(names) }
  }

  /// Loads what others have saved, if they have.
  func reload() async {
    if isLoading {
      isReloadDue = true
      return
    }
    await group.reload {
      // Also if it was while this one waited.
      if hasEnded { return }
      let schema = RecordSchema(persistence, at: location)
      guard let answer = await group.saver.reload(id, location.key, schema) else { return }
      if let refusal = answer.refusal { report(refusal) }
      await take(answer)
    }
  }

  /// Looks for what others have saved, again and again.
  func watch(every interval: Duration, _ clock: any Clock<Duration>) {
    if hasEnded || state == nil { return }
    watch = clock.startTimer(after: interval) { [weak self] in
      ImmediateTask.detached { @MainActor in
        await self?.reload()
        self?.watch(every: interval, clock)
      }
    }
  }

  // MARK: The end

  func flush() async -> Bool {
    noteChanges()
    if changed.isEmpty, taken.isEmpty { return true }
    if isHeldBack { group.change(self, window: window) }
    return await group.flush() && !isHeldBack
  }

  func saveAll() async -> Bool {
    if !hasEnded { note(Set(persistence.fields.indices)) }
    return await flush()
  }

  func end() {
    hasEnded = true
    watch?.cancel()
    SharedPlaces.leave(self)
    kept = nil
    let (saver, id) = (group.saver, id)
    ImmediateTask.detached { await saver.forget(id) }
  }
}

/// Kept by an observation.
private final class FieldObserver: Sendable {}
