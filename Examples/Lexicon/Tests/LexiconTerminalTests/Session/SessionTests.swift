import LexiconCore
import LexiconTerminal
import StateTesting
import Testing

@MainActor
struct SessionTests {
  private struct Outcome {
    var status: Int32
    var frames: [String]
    var messages: [String]
  }

  private func play(
    _ events: [SessionEvent],
    _ provider: ScriptedProvider = ScriptedProvider(total: 30),
    library: ScriptedLibrary = ScriptedLibrary()
  ) async -> Outcome {
    var frames: [String] = []
    var messages: [String] = []
    let view = LexiconView(
      content: LexiconContent(provider: provider, library: library, clock: ImmediateClock()),
      size: .standard,
      show: { frame, _ in frames.append(frame.plainText) }
    )
    let (stream, continuation) = AsyncStream.makeStream(of: SessionEvent.self)
    for event in events {
      continuation.yield(event)
    }
    continuation.finish()
    let status = await Session(view: view, report: { messages.append($0) }).run(stream)
    return Outcome(status: status, frames: frames, messages: messages)
  }

  @Test func scriptThatEndsIsASuccess() async {
    let outcome = await play([.wait])
    #expect(outcome.status == 0)
    #expect(outcome.frames.last?.contains("20 of 30 words") == true)
    #expect(outcome.messages == [])
  }

  @Test func nothingIsReadAfterTheQuitKey() async {
    let outcome = await play([.wait, .key(.character("q")), .unknown("later")])
    #expect(outcome.status == 0)
    #expect(outcome.messages == [])
  }

  @Test func unknownKeyIsNamedAndTheSessionGoesOn() async {
    let outcome = await play([.unknown("left"), .wait, .key(.character("q"))])
    #expect(outcome.status == Session.damagedScript)
    #expect(outcome.messages.count == 1)
    #expect(outcome.messages.first?.contains("'left'") == true)
    #expect(outcome.frames.last?.contains("20 of 30 words") == true)
  }

  @Test func waitReturnsWhenThePageIsThere() async {
    let outcome = await play([.wait, .key(.end), .wait])
    #expect(outcome.frames.last?.contains("30 of 30 words") == true)
  }

  @Test func textIsTypedCharacterByCharacter() async {
    let outcome = await play([.key(.character("/")), .text("word"), .wait])
    for typed in ["w", "wo", "wor", "word"] {
      #expect(outcome.frames.contains { $0.contains("Word: \(typed)█") })
    }
    #expect(outcome.frames.last?.contains("20 of 30") == false)
    #expect(await play([.wait, .text("q?"), .unknown("later")]).messages == [])
  }

  @Test func endOfTheInputWaitsForWhatIsBeingSaved() async throws {
    let library = ScriptedLibrary()
    let open: [SessionEvent] = [.wait, .key(.enter), .wait, .key(.character("n")), .wait]
    let outcome = await play(open + [.text("mine"), .key(.enter)], library: library)
    #expect(outcome.status == 0)
    #expect(outcome.frames.last?.contains("Note:\n      mine") == true)
    #expect(try await library.notes() == [Note(word: "word0", text: "mine")])
  }

  @Test func signalEndsTheSessionWithItsNumber() async {
    #expect(await play([.signal(2), .wait]).status == 130)
    #expect(await play([.wait, .signal(15)]).status == 143)
  }

  @Test func newSizeReachesTheScreen() async {
    let outcome = await play([.wait, .resized(TerminalSize(columns: 20, rows: 5))])
    #expect(outcome.frames.last?.hasPrefix("Terminal too small") == true)
  }

  @Test func screenOfTheSameSizeIsDrawnAgain() async {
    let outcome = await play([.wait, .resized(.standard)])
    #expect(outcome.frames.count >= 2)
    #expect(outcome.frames.suffix(2).first == outcome.frames.last)
  }
}
