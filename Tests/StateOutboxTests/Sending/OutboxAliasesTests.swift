import Testing

@testable import StateOutbox

@Suite struct OutboxAliasesTests {
  private func id(_ local: Int, _ aliases: OutboxAliases, upTo last: Int = .max) -> Int {
    OutboxKnownIDs(aliases: aliases, last: last).id(for: local)
  }

  @Test func anAttemptUsesTheAliasesThatTheFirstOneKnew() {
    var aliases = OutboxAliases()
    #expect(aliases.add([OutboxAlias(1, is: 10)]).map(\.number) == [1])
    #expect(aliases.add([OutboxAlias(1, is: 10)]).isEmpty)
    #expect(aliases.add([OutboxAlias(1, is: 11), OutboxAlias(2, is: 20)]).map(\.number) == [2, 3])
    #expect(id(1, aliases) == 11)
    #expect(id(1, aliases, upTo: 1) == 10)
    #expect(id(1, aliases, upTo: 0) == 1)
    #expect(id(2, aliases, upTo: 2) == 2)
  }

  @Test func theLogGivesAliasesTheirNumbers() {
    var aliases = OutboxAliases()
    aliases.add(NumberedAlias(number: 7, alias: OutboxAlias(1, is: 10)))
    aliases.add(NumberedAlias(number: 7, alias: OutboxAlias(1, is: 12)))
    #expect(aliases.all.count == 1)
    #expect(aliases.add([OutboxAlias(2, is: 20)]).map(\.number) == [8])
  }

  @Test func theOldestAliasesEndUnlessASentChangeMayUseThem() {
    var aliases = OutboxAliases()
    for local in 1...OutboxAliases.limit { _ = aliases.add([OutboxAlias(local, is: -local)]) }
    aliases.trim { 0 }
    #expect(aliases.all.count == OutboxAliases.limit)
    _ = aliases.add([OutboxAlias(0, is: 5)])
    aliases.trim { 3 }
    #expect(aliases.all.count == OutboxAliases.limit / 2)
    #expect([1, 3, 4].map { id($0, aliases) } == [-1, -3, 4])
    #expect(id(OutboxAliases.limit, aliases) == -OutboxAliases.limit)
  }

  @Test func theNewestAliasStaysIfAllOthersAreUsed() {
    var aliases = OutboxAliases()
    for local in 0...OutboxAliases.limit { _ = aliases.add([OutboxAlias(local, is: -local - 1)]) }
    aliases.trim { OutboxAliases.limit }
    #expect(id(OutboxAliases.limit, aliases) == -OutboxAliases.limit - 1)
    #expect(aliases.all.count == OutboxAliases.limit + 1)
  }

  @Test func aLaterRecordOfAnEarlierAliasCounts() {
    var aliases = OutboxAliases()
    aliases.add(NumberedAlias(number: 8, alias: OutboxAlias(1, is: 80)))
    aliases.add(NumberedAlias(number: 7, alias: OutboxAlias(2, is: 70)))
    aliases.add(NumberedAlias(number: 6, alias: OutboxAlias(1, is: 60)))
    aliases.add(NumberedAlias(number: 7, alias: OutboxAlias(2, is: 70)))
    #expect(aliases.all.map(\.number) == [6, 7, 8])
    #expect([1, 2].map { id($0, aliases) } == [80, 70])
    #expect(aliases.add([OutboxAlias(3, is: 30)]).map(\.number) == [9])
  }

  @Test func usedAliasesStayInAnyNumber() {
    var aliases = OutboxAliases()
    for local in 1...(3 * OutboxAliases.limit) {
      _ = aliases.add([OutboxAlias(local, is: -local)])
      aliases.trim { local }
    }
    #expect(aliases.all.count == 3 * OutboxAliases.limit)
    for local in 0..<OutboxAliases.limit {
      _ = aliases.add([OutboxAlias(-local, is: local)])
      aliases.trim { 0 }
    }
    #expect(aliases.all.count <= OutboxAliases.limit)
  }
}
