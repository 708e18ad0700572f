import StateFields
import StateRecord
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RedactedActionTests {
  enum Action: RedactedAction {
    case open(String)
    case signIn(String)

    var isRedacted: Bool { if case .signIn = self { true } else { false } }
  }

  @MainActor @Test
  func anEventHasTheNameOfTheCaseAlone() {
    let value = EventValue(Action.signIn("word"))
    #expect(value.isRedacted)
    #expect(value.text == "signIn (redacted)")
    #expect(value.caseName == "signIn")
    #expect(!EventValue(Action.open("word")).isRedacted)
    #expect(EventValue(Action.open("word")).text == "open(\"word\")")
  }

  @Test
  func theLogHasTheNameOfTheCaseAlone() {
    for isOn in [false, true] {
      let log = LogRedaction(isOn: isOn)
      #expect(log.describe(Action.signIn("word")) == "signIn")
    }
    #expect(LogRedaction(isOn: false).describe(Action.open("word")).contains("word"))
  }
}
