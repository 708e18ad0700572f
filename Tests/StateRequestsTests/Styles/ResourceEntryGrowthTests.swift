import StateTestSupport
import StateTesting
import Testing

@testable import StateRequests

/// The work and the tables for many callers.
@Suite(.timeLimit(.minutes(20)))
struct ResourceEntryGrowthTests {
  private typealias Table = RequestTable<Int, String>

  /// Watches and answers `count` callers of one key, or of as many keys, and lets them leave.
  ///
  /// - Returns: The number of commands, and the table.
  private func run(_ count: Int, isOneKey: Bool) -> (commands: Int, table: Table) {
    var table = Table()
    var commands: [Table.Command] = []
    var total = 0
    let options = RequestOptions.make {
      $0.whenUnwatched = .cancel
      $0.keepsFor = .zero
      $0.interval = .seconds(30)
    }
    let now = RequestTime(clock: .zero, date: .zero)
    func perform(_ input: (inout Table, inout [Table.Command]) -> Void) {
      input(&table, &commands)
      for command in commands {
        if case .start(let attempt, _) = command {
          commands = []
          table.answer(attempt, "content", at: now, &commands)
          total += 1
        }
      }
      total += commands.count
      commands = []
    }
    for caller in 0..<count {
      perform { $0.watch(isOneKey ? 0 : caller, by: caller, options, at: now, &$1) }
    }
    for caller in 0..<count { perform { $0.leave(caller, at: now, &$1) } }
    perform { $0.endTurn(at: now, &$1) }
    return (total, table)
  }

  @Test(arguments: [false, true]) func commandsGrowWithTheCallers(isOneKey: Bool) {
    let small = run(100, isOneKey: isOneKey).commands
    let large = run(1_000, isOneKey: isOneKey).commands
    #expect(large <= 11 * small)
  }

  @Test(arguments: [false, true]) func nothingIsKeptAfterTheLastCaller(isOneKey: Bool) {
    let table = run(1_000, isOneKey: isOneKey).table
    #expect(table.count == 0 && table.callerCount == 0 && table.cost == 0)
    #expect(table.wakes.count <= 64)
    #expect(table.slotsOfLeavers.isEmpty && table.slotsOfChanges.isEmpty)
    #expect(table.freeSlots.count == table.entries.count)
  }

  /// The same table is used again and again.
  @Test func aTableDoesNotGrowWithItsPast() {
    var table = Table()
    var commands: [Table.Command] = []
    let options = RequestOptions.make {
      $0.whenUnwatched = .cancel
      $0.keepsFor = .zero
      $0.interval = .seconds(30)
    }
    let now = RequestTime(clock: .zero, date: .zero)
    for caller in 0..<10_000 {
      table.watch(caller, by: caller, options, at: now, &commands)
      table.leave(caller, at: now, &commands)
      table.endTurn(at: now, &commands)
      commands = []
    }
    #expect(table.count == 0 && table.callerCount == 0)
    #expect(table.entries.count == 1 && table.wakes.count <= 64)
  }
}
