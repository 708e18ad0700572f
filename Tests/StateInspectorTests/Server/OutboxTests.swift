#if Inspector
import StateTesting
import Testing

@testable import StateInspector

@Suite(.timeLimit(.minutes(20)))
struct OutboxTests {
  private func text(_ next: Outbox.Next) -> String {
    switch next {
    case .frame(let bytes): "\(bytes)"
    case .look: "look"
    case .end: "end"
    }
  }

  @Test
  func answersComeBeforeALook() async {
    let outbox = Outbox()
    await outbox.put([1])
    #expect(text(await outbox.next()) == "[1]")
    #expect(text(await outbox.next()) == "look")
    await outbox.end()
    #expect(text(await outbox.next()) == "end")
  }

  @Test
  func looksAreOne() async {
    let outbox = Outbox()
    for _ in 0..<3 { await outbox.look() }
    #expect(text(await outbox.next()) == "look")
    await outbox.put([1])
    #expect(text(await outbox.next()) == "[1]")
  }

  @Test
  func holdsOneAnswer() async {
    let outbox = Outbox()
    await outbox.put([1])
    let put = LockIsolated(false)
    await withTaskGroup { group in
      group.addTask {
        await outbox.put([2])
        put.setValue(true)
      }
      #expect(text(await outbox.next()) == "[1]")
      #expect(text(await outbox.next()) != "[1]")
      await group.waitForAll()
      #expect(put.value)
    }
  }

  @Test
  func theEndLetsAllGo() async {
    let outbox = Outbox()
    await outbox.put([1])
    await withTaskGroup { group in
      group.addTask { await outbox.put([2]) }
      await outbox.end(with: [3])
      await group.waitForAll()
    }
    var all: [String] = []
    while all.last != "end" { all.append(text(await outbox.next())) }
    #expect(all.contains("[3]"))
    await outbox.put([4])
    #expect(text(await outbox.next()) == "end")
  }
}
#endif
