import StateCore
import Testing

@Suite struct DurationTextTests {
  @Test(arguments: [
    (Duration.seconds(10), "10 seconds"),
    (.seconds(1), "1 second"),
    (.zero, "0 seconds"),
    (.milliseconds(1500), "1.5 seconds"),
    (.milliseconds(2_513), "2.51 seconds"),
    (.seconds(3600), "3600 seconds"),
    (.milliseconds(-1500), "-1.5 seconds"),
    (.milliseconds(250), "250 ms"),
    (.microseconds(1_500), "1.5 ms"),
    (.nanoseconds(999_999_999), "1 second"),
    (.microseconds(55), "55 µs"),
    (.nanoseconds(110), "110 ns"),
  ])
  func messagesRoundDurations(duration: Duration, text: String) {
    #expect(duration.messageText == text)
  }
}
