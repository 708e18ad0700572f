import StateCore
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RepeatedWorkTests {
  /// Performs the steps of an attempt, and returns the numbers that they have.
  private func run(_ steps: [String], in attempt: WorkAttempt, _ last: inout Int) -> [Int?] {
    defer { attempt.end() }
    return steps.map { step in
      attempt.step(step)?.value { () -> Int in
        last += 1
        return last
      }
    }
  }

  @Test func equalStepsAreTheSameAsOftenAsAnAttemptHasThem() {
    let work = RepeatedWork.begin()
    var last = 0
    #expect(run(["a", "b", "a"], in: work.attempt(), &last) == [1, 2, 3])
    #expect(run(["b", "a", "a", "a"], in: work.attempt(), &last) == [2, 1, 3, 4])
    #expect(run(["c", "a"], in: work.attempt(), &last) == [5, 1])
    #expect(run(["a"], in: RepeatedWork.begin().attempt(), &last) == [6])
  }

  @Test func whatOutlivesAnAttemptIsNotPartOfIt() {
    let work = RepeatedWork.begin()
    let attempt = work.attempt()
    attempt.end()
    #expect(attempt.step("a") == nil)
    WorkAttempt.$current.withValue(attempt) {
      var last = 0
      #expect(run(["a"], in: RepeatedWork.begin().attempt(), &last) == [1])
      #expect(run(["a"], in: work.attempt(), &last) == [2])
    }
  }

  @Test func repeatedWorkInsideAnAttemptIsTheSameInTheNextOne() {
    let work = RepeatedWork.begin()
    var last = 0
    var numbers: [[Int?]] = []
    for _ in 0..<2 {
      let attempt = work.attempt()
      WorkAttempt.$current.withValue(attempt) {
        for _ in 0..<2 {
          let inner = RepeatedWork.begin()
          for _ in 0..<2 { numbers.append(run(["a"], in: inner.attempt(), &last)) }
        }
      }
      attempt.end()
    }
    #expect(numbers == [[1], [1], [2], [2], [1], [1], [2], [2]])
  }

  @Test func aValueOfAnotherTypeIsNotTheStepsValue() {
    let attempt = RepeatedWork.begin().attempt()
    let step = attempt.step(1)
    step?.set("text")
    #expect(step?.value(Int.self) == nil)
    #expect(step?.value() == "text")
  }
}
