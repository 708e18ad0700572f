import Foundation
import MeetingsCore
import MeetingsServer
import StateOutbox
import StateQueries
import StateTesting
import Testing

/// Tests of changes of a team's meetings in the terminal, over several launches.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TeamChangesTests {
  private let team = TeamLives()

  @Test func anEditShowsAtOnceAndIsSent() async throws {
    try await team.launch()
    try await team.open(2)
    try await team.edit("Critique")
    try await team.shows("Critique, 20 min", without: ["Your change"])
    #expect(team.title == "Critique")
    team.type("b")
    try await team.shows("2 Critique, 20 min\n", without: ["Not sent yet"])
    #expect(team.keys.value.count == 1)
  }

  @Test func anUnchangedFormSendsNothing() async throws {
    try await team.launch()
    try await team.open(2)
    try await team.edit("Design review")
    #expect(team.outbox?.pendingCount == 0)
    #expect(team.keys.value.isEmpty)
  }

  @Test func anOfflineEditIsSentOnceWhenTheServerIsBack() async throws {
    try await team.launch()
    try await team.open(2)
    team.failure.setValue(.unreachable)
    try await team.edit("Critique")
    try await team.shows(
      "Offline: waiting for the server",
      "Your change: not sent yet: The server can't be reached."
    )
    team.type("b")
    try await team.shows("2 Critique, 20 min, not sent yet: The", "Not sent yet: 1")
    // A connection that is known to be lost isn't tried again.
    await team.clock.advance(by: .seconds(60))
    #expect(team.keys.value.count == 1)
    #expect(team.title == "Design review")
    team.failure.setValue(nil)
    try await team.passes("2 Critique, 20 min\n", without: ["Not sent yet", "Offline"])
    #expect(team.title == "Critique")
    #expect(team.keys.value.count == 2 && Set(team.keys.value).count == 1)
  }

  @Test func aChangeWithALostAnswerIsAppliedOnce() async throws {
    try await team.launch()
    try await team.open(2)
    team.writeFailure.setValue(.status(503))
    team.loses.setValue(true)
    try await team.edit("Critique")
    try await team.shows("Your change: not sent yet: The server answered with the status 503.")
    #expect(team.title == "Critique")
    // Another user's edit follows the applied one.
    team.rename("Later")
    team.writeFailure.setValue(nil)
    try await team.passes("20 min", without: ["Your change"])
    #expect(team.title == "Later")
    #expect(Set(team.keys.value).count == 1 && team.server.value.applied.count == 1)
  }

  @Test func waitingEditsBecomeOneAndFollowTheEarlierOne() async throws {
    try await team.launch()
    try await team.open(2)
    team.writeFailure.setValue(.status(503))
    try await team.edit("First")
    try await team.shows("Your change: not sent yet: The")
    for title in ["Second", "Third"] {
      try await team.edit(title)
      // A change is merged when it is stored.
      try await team.wait { team.outbox?.pendingCount == 2 }
    }
    team.writeFailure.setValue(nil)
    // While the first one has its answer and the next one waits, the newest title shows.
    try await team.passes("Third, 20 min", without: ["Your change", "First"])
    let titles = team.server.value.applied.values.map { answer in
      if case .saved(let meeting) = answer { meeting.title } else { "" }
    }
    #expect(Set(titles) == ["First", "Third"])
    #expect(team.title == "Third")
  }

  @Test func changesSurviveAKill() async throws {
    try await team.launch()
    try await team.open(2)
    team.writeFailure.setValue(.status(503))
    try await team.edit("Critique")
    try await team.shows("Your change: not sent yet: The")
    team.type("b", "1")
    try await team.shows("Planning, 15 min", "d delete")
    team.type("d")
    try await team.shows("Delete Planning for the whole team?")
    team.type("1")
    try await team.shows("1 Critique, 20 min", "Not sent yet: 2", without: ["Planning"])

    try await team.launch()
    team.type("t")
    try await team.shows(
      "1 Critique, 20 min, not sent yet",
      "Not sent yet: 2",
      without: ["Planning"]
    )
    team.writeFailure.setValue(nil)
    try await team.passes("1 Critique, 20 min\n", without: ["Not sent yet"])
    #expect(team.server.value.meetings.first?.title == "Critique")
    #expect(team.server.value.meetings.count == 11)
    #expect(team.server.value.applied.count == 2)
  }

  // MARK: Refusals

  /// Edits a meeting that another user has changed, and kills the app.
  private func makeConflict() async throws {
    try await team.launch()
    try await team.open(2)
    team.rename("Theirs")
    try await team.edit("Mine")
    try await team.shows(
      "Your change: failed: The team has changed the meeting",
      "Theirs: Theirs, 20 min"
    )
    try await team.launch()
    try await team.open(2)
    try await team.shows(
      "Mine, 20 min",
      "Theirs: Theirs, 20 min, Ben, Cleo, David",
      "m send mine   t take theirs"
    )
  }

  @Test func theUserSendsAnEditAfterAConflict() async throws {
    try await makeConflict()
    team.type("m")
    try await team.shows("Mine, 20 min", without: ["Your change", "Theirs"])
    #expect(team.title == "Mine")
  }

  @Test func theUserTakesTheOtherMeetingAfterAConflict() async throws {
    try await makeConflict()
    team.type("t")
    try await team.shows("Theirs, 20 min", without: ["Your change", "Mine"])
    #expect(team.title == "Theirs")
    #expect(team.outbox?.items().isEmpty == true)
    team.type("b")
    try await team.shows("2 Theirs, 20 min\n", without: ["Failed"])
  }

  @Test func laterEditsWaitForADecision() async throws {
    try await makeConflict()
    team.type("b")
    try await team.shows("2 Mine, 20 min, failed: The team", "Failed: 1")
    team.type("2")
    // The page offers no edit; another window may have one.
    let mine = try #require(team.outbox?.items().first)
    let edit = try #require(team.outbox?.change(mine.id, as: EditTeamMeeting.self))
    var later = edit.meeting
    later.title = "Later"
    try await team.outbox?.enqueue(EditTeamMeeting(from: edit.meeting, to: later))
    try await team.shows("Later, 20 min", "m send mine")
    #expect(team.title == "Theirs")
    team.type("m")
    try await team.shows("Later, 20 min", without: ["Your change"])
    #expect(team.title == "Later")
    #expect(team.server.value.applied.count == 2)
  }

  @Test func theSameEditOfAnotherUserIsNoConflict() async throws {
    try await team.launch()
    try await team.open(2)
    team.rename("Same")
    try await team.edit("Same")
    try await team.shows("Same, 20 min", without: ["Your change"])
    #expect(team.outbox?.items().isEmpty == true)
  }

  @Test func aRefusedEditIsRolledBackAndDiscarded() async throws {
    try await team.launch()
    try await team.open(2)
    team.writeFailure.setValue(.status(422))
    try await team.edit("Critique")
    try await team.shows(
      "Design review, 20 min",
      "Your change: failed: The server answered with the status 422.",
      "r retry   x discard"
    )
    team.type("r")
    try await team.wait { team.keys.value.count == 2 }
    try await team.shows("Your change: failed")
    team.type("x")
    try await team.shows("Design review, 20 min", "r reload", without: ["Your change"])
    #expect(team.outbox?.items().isEmpty == true)
  }

  @Test func theListDiscardsEditsOfDeletedMeetings() async throws {
    try await team.launch()
    try await team.open(2)
    team.server.withValue { _ = $0.delete($0.meetings[1].id, key: nil) }
    try await team.edit("Critique")
    try await team.shows("Your change: failed: The server answered with the status 404.")
    team.type("b", "r")
    try await team.shows("2 Retrospective", "Failed: 1", "x discard refused")
    team.type("x")
    try await team.shows("2 Retrospective", without: ["Failed", "discard"])
  }

  @Test func aDeletionOfADeletedMeetingIsApplied() async throws {
    try await team.launch()
    try await team.open(2)
    team.server.withValue { _ = $0.delete($0.meetings[1].id, key: nil) }
    team.type("d", "1")
    try await team.shows("Team meetings", "2 Retrospective", without: ["Not sent yet", "Failed"])
    #expect(team.outbox?.items().isEmpty == true)
  }

  @Test func aChangeThatCannotBeStoredIsTold() async throws {
    try await team.launch()
    try await team.open(2)
    await team.outbox?.close()
    team.type("e", "t Critique", "s")
    try await team.shows("The change is not stored", "1 OK")
    team.type("1")
    try await team.shows("Design review, 20 min")
  }
}
