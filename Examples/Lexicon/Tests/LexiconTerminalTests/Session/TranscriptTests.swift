import LexiconTerminal
import Testing

@MainActor
struct TranscriptTests {
  @Test func framesAreNumbered() {
    var written = ""
    let transcript = Transcript { written += $0 }
    transcript.append(Frame([Frame.Line("one")]))
    transcript.append(Frame([Frame.Line("two"), Frame.Line("lines")]))
    #expect(written == "--- frame 1\none\n--- frame 2\ntwo\nlines\n")
  }
}
