import MeetingsTerminal
import StateTesting
import Testing
import ViewFeature

@testable import MeetingsCore

/// Tests of terminal sessions, with the typed lines and the resulting frames.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct MeetingsFaceTests {
  private let clock = TestClock()

  private func makeStore(_ disk: Disk) -> Store<MeetingsFeature> {
    Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      clock: clock,
      environment: .test.changing { $0.meetingStorage = disk.storage }
    )
  }

  private func makeFace(_ disk: Disk) async -> MeetingsFace {
    let face = MeetingsFace(store: makeStore(disk))
    await face.waitForMeetings()
    return face
  }

  @Test func aMeetingIsAddedTakesPlaceAndIsDeleted() async {
    let face = await makeFace(Disk([]))
    #expect(face.frame == "Meetings\nNo meetings\n\na add   q quit")

    for line in ["a", "t Design", "m 1", "1 Anna", "+", "2 Ben", "+"] { face.take(line) }
    #expect(
      face.frame == """
        Title: Design
        Minutes: 1
        Speakers, as: 1 NAME
        1 Anna
        2 Ben
        3\u{20}

        t TITLE   m MINUTES   + add a speaker   - NUMBER remove a speaker   s save   c cancel
        """
    )
    face.take("s")
    #expect(
      face.frame == """
        Meetings
        1 Design, 1 min, 2 speakers

        a add   u undo Add Meeting   q quit
        """
    )

    for line in ["1", "s", "t We are done"] { face.take(line) }
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(31))
    #expect(
      face.frame == """
        Design
        Speaker 2 of 2: Ben
        0:29 left
        Notes: We are done

        n next speaker   t NOTES   e end
        """
    )
    face.take("n")
    #expect(
      face.frame == "End the meeting?\n\n1 Save and end   2 Discard   3 Resume"
    )
    face.take("1")
    #expect(
      face.frame == """
        Design, 1 min
        - Anna
        - Ben
        History
        1 2001-01-01

        s start   e edit   d delete   b back
        """
    )
    face.take("1")
    #expect(face.frame == "Design, 2001-01-01\n- Anna\n- Ben\nWe are done\n\nb back")
    for line in ["b", "d"] { face.take(line) }
    #expect(
      face.frame == "Delete Design?\nIts history is deleted, too.\n\n1 Delete   2 Cancel"
    )
    face.take("1")
    #expect(face.frame == "Meetings\nNo meetings\n\na add   u undo Delete Meeting   q quit")
  }

  @Test func theListIsUndoneAndSaved() async {
    let disk = Disk([.design])
    let lines = AsyncStream { continuation in
      for line in ["1", "d", "1", "u", "q"] { continuation.yield(line) }
      continuation.finish()
    }
    var frames: [String] = []
    #expect(await MeetingsFace(store: makeStore(disk)).run(lines) { frames.append($0) })
    #expect(disk.contents.value == [.design])
  }

  @Test func whatIsUndoneIsRedone() async {
    let disk = Disk([.design])
    let face = await makeFace(disk)
    for line in ["1", "d", "1", "u"] { face.take(line) }
    #expect(
      face.frame.hasSuffix("Design, 1 min, 2 speakers\n\na add   U redo Delete Meeting   q quit")
    )
    face.take("U")
    #expect(face.frame == "Meetings\nNo meetings\n\na add   u undo Delete Meeting   q quit")
  }

  @Test func aMeetingIsEditedOrLeftAsItIs() async {
    let face = await makeFace(Disk([.design]))
    for line in ["1", "e", "- 1", "t Colours", "c"] { face.take(line) }
    #expect(face.frame == "Discard the changes?\n\n1 Discard   2 Keep editing")
    for line in ["2", "s"] { face.take(line) }
    #expect(face.frame.hasPrefix("Colours, 1 min\n- Ben\n\n"))
    for line in ["e", "1", "s", "x y"] { face.take(line) }
    #expect(face.frame.contains("The meeting needs a speaker."))
    #expect(face.frame.hasSuffix("\nUnknown command: x y."))
    for line in ["c", "1"] { face.take(line) }
    #expect(face.frame.hasPrefix("Colours, 1 min\n- Ben\n\n"))
  }

  @Test func aSessionSavesAndEnds() async {
    let disk = Disk([.design])
    var frames: [String] = []
    let lines = AsyncStream { continuation in
      for line in ["1", "d", "1", "q", "a"] { continuation.yield(line) }
      continuation.finish()
    }
    #expect(await MeetingsFace(store: makeStore(disk)).run(lines) { frames.append($0) })
    #expect(disk.contents.value == [])
    #expect(frames.first == "Meetings\nLoading…\n\na add   q quit")
  }

  @Test func aSessionSaysThatTheLastChangesAreNotSaved() async {
    let disk = Disk([.design])
    disk.isBroken.setValue(true)
    var frames: [String] = []
    let lines = AsyncStream { continuation in
      for line in ["1", "d", "1"] { continuation.yield(line) }
      continuation.finish()
    }
    #expect(await !MeetingsFace(store: makeStore(disk)).run(lines) { frames.append($0) })
    #expect(disk.contents.value == [.design])
  }
}
