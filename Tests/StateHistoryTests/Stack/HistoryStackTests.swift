import Testing

@testable import StateHistory

@Suite struct HistoryStackTests {
  private typealias Stack = HistoryStack<Int, TestValue, Int>

  private func write(
    _ stack: inout Stack,
    _ key: Int,
    _ before: Int,
    _ after: Int,
    root: Int,
    burst: Int,
    kind: Int? = nil
  ) {
    let cause = Stack.Cause(root: root, burst: burst, name: nil, kind: kind)
    stack.record(key, from: TestValue(before), to: TestValue(after), by: cause)
  }

  @Test func aCauseWritesToItsStepFromBeforeOneThatDisappears() {
    var stack = Stack()
    write(&stack, 0, 0, 1, root: 1, burst: 0)
    write(&stack, 1, 0, 1, root: 2, burst: 1)
    write(&stack, 1, 1, 2, root: 1, burst: 2)
    #expect(stack.undoCount == 3)
    write(&stack, 1, 2, 1, root: 1, burst: 2)
    #expect(stack.undoCount == 2)
    #expect(stack.step(of: 1) == stack.allSteps.first?.id)
    write(&stack, 0, 1, 5, root: 1, burst: 2)
    #expect(stack.undoCount == 2)
  }

  @Test func aCauseSkipsAStepInTheMiddleThatDisappears() {
    var stack = Stack()
    write(&stack, 0, 0, 1, root: 1, burst: 0)
    write(&stack, 1, 0, 1, root: 2, burst: 1)
    write(&stack, 1, 1, 2, root: 1, burst: 2)
    write(&stack, 2, 0, 1, root: 3, burst: 3)
    write(&stack, 2, 1, 2, root: 1, burst: 4)
    #expect(stack.undoCount == 5)
    stack.forget(1)
    #expect(stack.undoCount == 3)
    stack.forget(2)
    #expect(stack.undoCount == 1)
    #expect(stack.step(of: 1) == stack.allSteps.first?.id)
  }

  @Test func aStepThatJoinsIsCountedAsAPartOfTheOther() {
    var stack = Stack(interval: .seconds(1))
    write(&stack, 1, 0, 1, root: 1, burst: 0)
    write(&stack, 0, 0, 1, root: 2, burst: 1, kind: 0)
    let steps = stack.countedSteps.map(\.id)
    write(&stack, 0, 1, 2, root: 3, burst: 2, kind: 0)
    #expect(stack.countedSteps.map(\.id) == steps && stack.undoCount == 2)
    stack.settle()
    #expect(stack.countedSteps.map(\.id) == steps)
    write(&stack, 0, 2, 0, root: 4, burst: 3, kind: 0)
    #expect(stack.countedSteps.map(\.id) == [steps[0]] && stack.undoCount == 1)
    _ = stack.undo()
    #expect(stack.countedSteps.map(\.id) == [steps[0]] && stack.undoCount == 0)
  }

  @Test func aSeparationOutlastsAStepThatDisappears() {
    var stack = Stack(interval: .seconds(1))
    write(&stack, 0, 0, 1, root: 1, burst: 0, kind: 0)
    stack.separate()
    write(&stack, 1, 0, 1, root: 2, burst: 1, kind: 0)
    write(&stack, 1, 1, 0, root: 2, burst: 1, kind: 0)
    write(&stack, 0, 1, 2, root: 3, burst: 2, kind: 0)
    stack.settle()
    #expect(stack.undoCount == 2)
  }
}
