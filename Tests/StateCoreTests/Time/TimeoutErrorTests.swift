import Foundation
import StateCore
import Testing

@Suite struct TimeoutErrorTests {
  @Test(arguments: [
    (Duration.seconds(5), "The operation didn't end within 5 seconds."),
    (.seconds(1), "The operation didn't end within 1 second."),
    (.seconds(10), "The operation didn't end within 10 seconds."),
    (.milliseconds(250), "The operation didn't end within 250 ms."),
    (.milliseconds(1500), "The operation didn't end within 1.5 seconds."),
    (.zero, "The operation didn't end within 0 seconds."),
  ])
  func theDurationIsSaid(duration: Duration, text: String) {
    let error: any Error = TimeoutError(duration: duration)
    #expect(error.localizedDescription == text)
  }
}
