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
}
