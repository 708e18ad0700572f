import Foundation
import ScreenStateKit
import StateOutbox
import Testing

@testable import MeetingsCore

@Suite struct ChangeStatusTests {
  private static let error = DisplayableError(message: "No.")

  @Test(
    arguments: [
      (.queued, "not sent yet"), (.sending(attempt: 1), "sending"),
      (.waiting(until: .distantFuture, error), "not sent yet: No."),
      (.rejected(error), "failed: No."), (.held(error), "failed: No."),
      (.unknown, "failed: The server may have it already."),
      (.expired, "failed: It wasn't sent in time."),
      (.undecodable("a"), "failed: It is from another version of the app."),
    ] as [(OutboxItem.State, String)]
  )
  func eachStateHasAText(state: OutboxItem.State, text: String) {
    #expect(state.text == text)
    #expect(state.isFailed == text.hasPrefix("failed"))
  }

  @Test @MainActor func withoutAnOutboxNothingIsShown() {
    #expect(ChangeStatus(of: UUID(), in: nil) == nil)
    #expect(ChangeStatus.lines(of: nil).isEmpty)
  }
}
