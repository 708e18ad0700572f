import Testing

@testable import StateTesting

@Suite struct SimulatedTasksTests {
  @Test func withoutATaskNothingIsForeign() {
    let tasks = SimulatedTasks()
    #expect(!tasks.isForeign(1))
  }

  @Test func earlierTasksAreForeign() {
    var tasks = SimulatedTasks()
    tasks.insert(10)
    tasks.insert(20)
    #expect(tasks.isForeign(9))
    #expect(![10, 15, 20, 30].contains { tasks.isForeign($0) })
    #expect(tasks.own == [10, 20])
  }

  @Test func soAreLaterOnesThatAnotherThreadHasContinued() {
    var tasks = SimulatedTasks()
    tasks.noteForeign(12)
    tasks.insert(10)
    #expect(!tasks.isForeign(12))
    tasks.noteForeign(12)
    #expect(tasks.isForeign(12))
  }

  @Test func tasksOfEarlierSimulationsAreKnown() {
    var tasks = EarlierTasks()
    #expect(!tasks.contains(1))
    tasks.add([3, 4, 7])
    // The first one of these was left by the simulation before.
    tasks.add([4, 8, 9, 20])
    #expect((0..<30).filter { tasks.contains($0) } == [3, 4, 7, 8, 9, 20])
  }

  @Test func theOldestOnesAreForgotten() {
    var tasks = EarlierTasks(limit: 10)
    for id in 1...UInt64(100) { tasks.add([2 * id]) }
    let known = (0...200).filter { tasks.contains($0) }
    #expect((5...10).contains(known.count))
    #expect(known.last == 200)
  }
}
