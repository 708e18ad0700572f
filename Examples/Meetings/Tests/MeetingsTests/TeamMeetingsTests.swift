import Foundation
import MeetingsCore
import MeetingsServer
import Testing

@Suite struct TeamMeetingsTests {
  @Test func thePagesContainEachMeetingOnce() {
    let meetings = TeamMeetings(pageSize: 5)
    var (offset, ids, sizes): (Int?, [Meeting.ID], [Int]) = (0, [], [])
    while let start = offset {
      let page = meetings.page(at: start)
      ids += page.meetings.map(\.id)
      sizes.append(page.meetings.count)
      offset = page.next
    }
    #expect(ids == [Meeting].team.map(\.id))
    #expect(Set(ids).count == 12)
    #expect(sizes == [5, 5, 2])
    #expect(meetings.page(at: 12).meetings.isEmpty)
    #expect(meetings.page(at: 99).next == nil)
  }

  @Test func aTitleIsInTheListAndTheMeeting() {
    var meetings = TeamMeetings()
    let id = [Meeting].team[2].id
    let isKnown = meetings.rename(id, to: "New")
    #expect(isKnown)
    #expect(meetings.meeting(id)?.title == "New")
    #expect(meetings.page(at: 0).meetings[2].title == "New")
    let isUnknown = !meetings.rename(UUID(), to: "Unknown")
    #expect(isUnknown)
    #expect(meetings.meeting(UUID()) == nil)
  }

  // MARK: Changes

  private let meeting = [Meeting].team[1]
  private var edit: TeamEdit {
    var new = meeting
    new.title = "New"
    return TeamEdit(base: meeting, meeting: new)
  }

  @Test func aKeyIsAppliedOnce() {
    var meetings = TeamMeetings()
    let answers = (0..<2).map { _ in meetings.save(edit, key: "a") }
    #expect(answers == [.saved(edit.meeting), .saved(edit.meeting)])
    _ = meetings.rename(meeting.id, to: "Later")
    // Without its key, the repeated request would be a conflict.
    #expect(meetings.save(edit, key: "a") == .saved(edit.meeting))
    #expect(meetings.meeting(meeting.id)?.title == "Later")
    #expect(meetings.applied.count == 1)
    let deletions = (0..<2).map { _ in meetings.delete(meeting.id, key: "b") }
    #expect(deletions == [.deleted, .deleted])
    #expect(meetings.delete(meeting.id, key: "c") == .unknown)
  }

  @Test func anEditOfAnotherMeetingIsAConflict() {
    var meetings = TeamMeetings()
    _ = meetings.rename(meeting.id, to: "Theirs")
    var theirs = meeting
    theirs.title = "Theirs"
    #expect(meetings.save(edit, key: "a") == .conflict(theirs))
    #expect(meetings.applied.isEmpty)
    // A refusal isn't kept: the same key may be applied later.
    _ = meetings.rename(meeting.id, to: meeting.title)
    #expect(meetings.save(edit, key: "a") == .saved(edit.meeting))
    let unknown = Meeting(id: UUID(), title: "Unknown")
    #expect(meetings.save(TeamEdit(base: unknown, meeting: unknown), key: "b") == .unknown)
  }

  @Test func theFileHasMeetingsAndKeys() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    var meetings = try TeamMeetings(contentsOf: file)
    #expect(meetings.meetings == .team)
    _ = meetings.save(edit, key: "a")
    try meetings.write(to: file)
    let read = try TeamMeetings(contentsOf: file)
    #expect(read.meetings == meetings.meetings && read.applied == ["a": .saved(edit.meeting)])
  }
}
