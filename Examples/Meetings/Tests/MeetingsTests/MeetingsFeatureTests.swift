import StateHistory
import StateTesting
import Testing
import ViewFeature

@testable import MeetingsCore

/// Tests of the whole app through its root feature, in which every change and action is asserted.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct MeetingsFeatureTests {
  private let clock = TestClock()
  private let design = Meeting.design

  /// Returns a store that has loaded the meetings of a disk and shows one of them.
  private func makeStore(
    _ disk: Disk,
    isLoaded: Bool = true,
    showing shown: Meeting? = nil
  ) -> TestStore<MeetingsFeature> {
    TestStore(
      initialState: Self.makeState(isLoaded ? disk.contents.value : nil, showing: shown),
      feature: MeetingsFeature(),
      clock: clock
    ) { $0.meetingStorage = disk.storage }
  }

  private static func makeState(
    _ meetings: [Meeting]?,
    showing shown: Meeting?
  ) -> MeetingsFeature.State {
    let state = MeetingsFeature.State(library: MeetingLibrary(meetings ?? []))
    state.saved = meetings
    if let shown { state.path = [.detail(MeetingDetail.State(shown.id, in: state.library))] }
    return state
  }

  // MARK: Files

  @Test func meetingsAreRead() async {
    let store = makeStore(Disk([design]), isLoaded: false)
    await store.receive(.load)
    await store.receive(.loaded([design])) {
      $0.library.meetings = [design]
      $0.saved = [design]
    }
    #expect(store.state.isLoaded)
    await store.finish()
  }

  @Test func aDamagedFileIsSetAsideOnDemand() async {
    let disk = Disk(nil)
    let store = makeStore(disk, isLoaded: false)
    let alert = MeetingsFeature.loadFailure(Disk.Failure())
    await store.receive(.load)
    await store.finish { $0.alert = alert }
    await store.choose("Try again", in: \.alert) { $0.alert = nil }
    await store.finish { $0.alert = alert }
    #expect(disk.asides.value == 0)
    await store.choose("Start over", in: \.alert) { $0.alert = nil }
    await store.receive(.loaded([])) { $0.saved = [] }
    #expect(disk.asides.value == 1)
    await store.finish()
  }

  @Test func nothingIsAddedToAFileThatWasNotRead() async {
    let disk = Disk(nil)
    let store = makeStore(disk, isLoaded: false)
    await store.receive(.load)
    await store.finish { $0.alert = MeetingsFeature.loadFailure(Disk.Failure()) }
    await store.send(.add)
    await store.receive(.load)
    await store.finish { $0.alert = MeetingsFeature.loadFailure(Disk.Failure()) }
    await store.send(.save)
    #expect(disk.contents.value == nil)
    await store.finish()
  }

  @Test func aFailedSaveIsToldAndRepeatedOnDemand() async {
    let disk = Disk([design])
    let store = makeStore(disk, showing: design)
    disk.isBroken.setValue(true)
    await delete(design, store)
    await store.finish { $0.alert = MeetingsFeature.saveFailure(Disk.Failure()) }
    #expect(!store.state.isSaved)
    disk.isBroken.setValue(false)
    await store.choose("Try again", in: \.alert) { $0.alert = nil }
    await store.receive(.saved([])) { $0.saved = [] }
    #expect(disk.contents.value == [])
    await store.send(.save)
    await store.finish()
  }

  @Test func aLaterSaveTakesTheAlertAway() async {
    let disk = Disk([design, .standup])
    let store = makeStore(disk, showing: design)
    disk.isBroken.setValue(true)
    await delete(design, store)
    await store.finish { $0.alert = MeetingsFeature.saveFailure(Disk.Failure()) }
    disk.isBroken.setValue(false)
    await store.send(.open(Meeting.standup.id)) {
      $0.path = [.detail(MeetingDetail.State(Meeting.standup.id, in: $0.library))]
    }
    await delete(.standup, store)
    await store.receive(.saved([])) {
      $0.saved = []
      $0.alert = nil
    }
    await store.finish()
  }

  @Test func aDeletionIsUndoneAndSavedAgain() async {
    let disk = Disk([design])
    let store = makeStore(disk, showing: design)
    let history = MeetingsFeature.history(of: store.store)
    await delete(design, store)
    await store.receive(.saved([])) { $0.saved = [] }
    #expect(history.undoName == "Delete Meeting")
    await store.undo(history) { [design] in $0.library.meetings = [design] }
    await store.send(.undone)
    await store.receive(.saved([design])) { [design] in $0.saved = [design] }
    #expect(disk.contents.value == [design])
    await store.finish()
  }

  /// Deletes a meeting on its screen, up to the save.
  private func delete(_ meeting: Meeting, _ store: TestStore<MeetingsFeature>) async {
    await store.send(\.details[id: meeting.id], .deleteTapped) {
      $0.detail?.dialog = MeetingDetail.deletion(of: meeting)
    }
    await store.choose("Delete", of: \.details[id: meeting.id], in: \.dialog) {
      $0.detail?.dialog = nil
    }
    await store.receive(.detail(meeting.id, .deleted)) {
      $0.library.meetings.removeAll { $0 == meeting }
    }
    await store.receiveDismissal(of: \.details[id: meeting.id]) { $0.path = [] }
  }

  // MARK: Single meeting

  @Test func aMeetingIsAdded() async {
    let disk = Disk([])
    let store = makeStore(disk)
    await store.send(.add) {
      $0.destination = .add(
        MeetingForm.State(Meeting(id: UUID(1), speakers: [Speaker(id: UUID(0))]))
      )
    }
    #expect(store.state.form?.problem == "The meeting needs a title.")
    await store.set(\.add, \.meeting.title, to: "Plan")
    #expect(store.state.form?.problem == "The meeting needs a speaker.")
    await store.send(\.add, .save)
    await addSpeaker(2, store)
    await addSpeaker(3, store)
    await store.send(\.add, .removeSpeaker(UUID(0))) { $0.form?.meeting.speakers.removeFirst() }
    await store.set(\.add, \.meeting[speaker: UUID(2)].name, to: "Anna")
    #expect(store.state.form?.problem == nil)

    let plan = Meeting(
      id: UUID(1),
      title: "Plan",
      speakers: [Speaker(id: UUID(2), name: "Anna")]
    )
    await store.send(\.add, .save) { $0.form?.meeting.speakers.removeLast() }
    await store.receive(.added(.saved(plan))) { $0.library.meetings = [plan] }
    await store.receiveDismissal(of: \.add) { $0.destination = nil }
    await store.receive(.saved([plan])) { $0.saved = [plan] }
    #expect(disk.contents.value == [plan])
    await store.finish()
  }

  private func addSpeaker(_ number: UInt8, _ store: TestStore<MeetingsFeature>) async {
    await store.send(\.add, .addSpeaker) {
      $0.form?.meeting.speakers.append(Speaker(id: UUID(number)))
      $0.form?.focus = .speaker(UUID(number))
    }
  }

  @Test func aMeetingIsEdited() async {
    let disk = Disk([design])
    let store = makeStore(disk, showing: design)
    var longer = design
    longer.minutes = 2
    await save(longer, in: store, before: design)
    #expect(store.state.detail?.meeting == longer)
    await store.receive(.saved([longer])) { $0.saved = [longer] }
    #expect(disk.contents.value == [longer])
    await store.finish()
  }

  @Test func savesFollowEachOther() async {
    let disk = Disk([design])
    let store = makeStore(disk, showing: design)
    let (hold, end) = AsyncStream.makeStream(of: Void.self)
    disk.hold.setValue(hold)
    var longer = design
    longer.minutes = 2
    await save(longer, in: store, before: design)
    await save(design, in: store, before: longer)
    // The state equals the file again, but a save in flight is about to change the file.
    let wait = await store.send(.save)
    #expect(store.store.runningTaskCount == 1)
    end.finish()
    await store.receive(.saved([longer])) { $0.saved = [longer] }
    await store.receive(.saved([design])) { $0.saved = [design] }
    await wait.finish()
    #expect(disk.contents.value == [design])
    await store.finish()
  }

  /// Changes a meeting in its form, up to the save.
  private func save(
    _ meeting: Meeting,
    in store: TestStore<MeetingsFeature>,
    before old: Meeting
  ) async {
    await edit(old, store)
    await store.set(\.edit, \.meeting, to: meeting)
    await store.send(\.edit, .save)
    await store.receive(.edited(.saved(meeting))) { $0.library.meetings = [meeting] }
    await store.receiveDismissal(of: \.edit) { $0.destination = nil }
  }

  @Test func aFormWithoutChangesIsCancelledWithoutAQuestion() async {
    let store = makeStore(Disk([design]), showing: design)
    await edit(design, store)
    await store.send(\.edit, .cancel)
    await store.receiveDismissal(of: \.edit) { $0.destination = nil }
    await store.finish()
  }

  @Test func changesAreDiscardedOnDemand() async {
    let store = makeStore(Disk([design]), showing: design)
    await edit(design, store)
    await store.set(\.edit, \.meeting.title, to: "")
    await store.send(\.edit, .cancel) { $0.form?.alert = MeetingForm.discarding }
    await store.choose("Keep editing", of: \.edit, in: \.alert) { $0.form?.alert = nil }
    await store.send(\.edit, .cancel) { $0.form?.alert = MeetingForm.discarding }
    await store.choose("Discard", of: \.edit, in: \.alert) { $0.form?.alert = nil }
    await store.receiveDismissal(of: \.edit) { $0.destination = nil }
    await store.finish()
  }

  private func edit(_ meeting: Meeting, _ store: TestStore<MeetingsFeature>) async {
    await store.send(\.details[id: meeting.id], .editTapped)
    await store.receive(.detail(meeting.id, .edit)) {
      $0.destination = .edit(MeetingForm.State(meeting))
    }
  }

  @Test func aMeetingIsDeletedAfterAQuestion() async {
    let disk = Disk([design, .standup])
    let store = makeStore(disk, showing: .standup)
    await store.send(\.details[id: Meeting.standup.id], .deleteTapped) {
      $0.detail?.dialog = MeetingDetail.deletion(of: .standup)
    }
    await store.choose("Cancel", of: \.details[id: Meeting.standup.id], in: \.dialog) {
      $0.detail?.dialog = nil
    }
    await delete(.standup, store)
    await store.receive(.saved([design])) { $0.saved = [design] }
    #expect(disk.contents.value == [design])
    await store.finish()
  }

  @Test func aPastMeetingIsShownOnce() async {
    let store = makeStore(Disk([.standup]), showing: .standup)
    let (id, past) = (Meeting.standup.id, Meeting.standup.history[0])
    await store.send(\.details[id: id], .pastTapped(past))
    await store.receive(.detail(id, .open(past))) { $0.path.append(.past(past)) }
    await store.send(\.details[id: id], .pastTapped(past))
    await store.receive(.detail(id, .open(past)))
    await store.send(\.details[id: id], .recordTapped)
    await store.receive(.detail(id, .record))
    store.state.path.removeLast()
    await store.finish { $0.path.removeLast() }
  }

  // MARK: Running meetings

  @Test func aMeetingEndsWithItsTime() async {
    let disk = Disk([design])
    let store = makeStore(disk, showing: design)
    await record(store)
    for second in 1...59 {
      await tick(store) { $0.recording?.seconds = second }
      #expect(store.state.recording?.speakerName == (second < 30 ? "Anna" : "Ben"))
    }
    #expect(store.state.recording?.secondsLeft == 1)
    await tick(store)
    await expectEnd(store, disk, id: 0, notes: "")
  }

  @Test func timeStandsStillWhileAQuestionIsOpen() async {
    let store = makeStore(Disk([design]), showing: design)
    await record(store)
    await tick(store) { $0.recording?.seconds = 1 }
    await store.send(\.recordings[id: design.id], .endTapped) {
      $0.recording?.alert = MeetingRecording.ending
    }
    for _ in 1...3 { await tick(store) }
    await store.choose("Resume", of: \.recordings[id: design.id], in: \.alert) {
      $0.recording?.alert = nil
    }
    await tick(store) { $0.recording?.seconds = 2 }
    await store.send(\.recordings[id: design.id], .endTapped) {
      $0.recording?.alert = MeetingRecording.ending
    }
    await store.choose("Discard", of: \.recordings[id: design.id], in: \.alert) {
      $0.recording?.alert = nil
    }
    await store.receiveDismissal(of: \.recordings[id: design.id]) { $0.path.removeLast() }
    await store.finish()
    #expect(clock.sleeperCount == 0)
  }

  @Test func theLastSpeakerEndsTheMeetingAfterAQuestion() async {
    let disk = Disk([design])
    let store = makeStore(disk, showing: design)
    await record(store)
    await tick(store) { $0.recording?.seconds = 1 }
    await store.send(\.recordings[id: design.id], .nextTapped) { $0.recording?.seconds = 30 }
    await store.set(\.recordings[id: design.id], \.notes, to: "Blue")
    await store.send(\.recordings[id: design.id], .nextTapped) {
      $0.recording?.alert = MeetingRecording.ending
    }
    await store.choose("Save and end", of: \.recordings[id: design.id], in: \.alert) {
      $0.recording?.alert = nil
    }
    await expectEnd(store, disk, id: 0, notes: "Blue")
  }

  @Test func leavingTheScreenEndsTheTimer() async {
    let store = makeStore(Disk([design]), showing: design)
    await record(store)
    store.state.path.removeLast()
    await store.finish { $0.path.removeLast() }
    #expect(clock.sleeperCount == 0)
    #expect(store.state.library.meetings == [design])
  }

  private func record(_ store: TestStore<MeetingsFeature>) async {
    await store.send(\.details[id: design.id], .recordTapped)
    await store.receive(.detail(design.id, .record)) {
      $0.path.append(.recording(MeetingRecording.State(design)))
    }
  }

  private func tick(
    _ store: TestStore<MeetingsFeature>,
    expecting: (inout MeetingsFeature.State) -> Void = { _ in }
  ) async {
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await store.receive(\.recordings[id: design.id], .tick, expecting: expecting)
  }

  /// Expects that the meeting is in the history, and that its screen and timer have ended.
  private func expectEnd(
    _ store: TestStore<MeetingsFeature>,
    _ disk: Disk,
    id: UInt8,
    notes: String
  ) async {
    let past = PastMeeting(
      id: UUID(id),
      date: .start,
      title: "Design",
      speakers: ["Anna", "Ben"],
      notes: notes
    )
    var ended = design
    ended.history = [past]
    await store.receive(.recording(design.id, .finished(past))) { $0.library.meetings = [ended] }
    await store.receiveDismissal(of: \.recordings[id: design.id]) { $0.path.removeLast() }
    await store.receive(.saved([ended])) { $0.saved = [ended] }
    await store.finish()
    #expect(disk.contents.value == [ended])
    #expect(clock.sleeperCount == 0)
  }
}

extension MeetingsFeature.State {
  var form: MeetingForm.State? {
    switch destination {
    case .add(let form), .edit(let form): form
    case nil: nil
    }
  }

  var detail: MeetingDetail.State? {
    guard case .detail(let detail) = path.first else { return nil }
    return detail
  }

  var recording: MeetingRecording.State? {
    guard case .recording(let recording) = path.last else { return nil }
    return recording
  }
}
