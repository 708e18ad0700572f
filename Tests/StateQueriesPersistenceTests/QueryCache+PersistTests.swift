import Foundation
import ScreenStateKit
import StateCore
import StateQueries
import StateRequests
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence
@testable import StateQueriesPersistence

/// A cache with records on disk, in virtual time.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<30), .timeLimit(.minutes(20)))
struct QueryCachePersistTests {
  private let clock = TestClock()
  private let service = NoteService()
  private let disk = TestDisk()
  private let errors = LockIsolated<[SavedStateError]>([])
  private let query = NoteQuery(id: 0)
  /// The environment of all caches, so that dates continue.
  private let environment: StoreEnvironment

  init() {
    environment = .controlled(clock, service)
  }

  private func makeCache(_ disk: TestDisk? = nil, version: Int = 1) async throws -> QueryCache {
    let cache = QueryCache(clock: clock, environment: environment)
    try await cache.persist(
      in: (disk ?? self.disk).folder,
      version: version,
      maximumAge: .seconds(100)
    ) { [errors] error in errors.withValue { $0.append(error) } }
    return cache
  }

  private var codes: [SavedStateError.Code] { errors.withValue { $0.map(\.code) } }

  private func pass(_ duration: Duration = .milliseconds(250)) async {
    await settle()
    await clock.advance(by: duration)
    await settle()
  }

  /// Stores a value as an earlier process did.
  private func store(_ value: String, _ id: Int = 0, loadedAt seconds: Double? = nil) async throws {
    let cache = try await makeCache()
    let date = seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    cache.set(value, for: NoteQuery(id: id), loadedAt: date)
    await pass()
  }

  @Test func aNewProcessShowsFreshContentWithoutALoad() async throws {
    try await store("note")
    let cache = try await makeCache()
    var shown: [Resource<String>] = []
    let watch = cache.watch(query) { shown.append($0) }
    #expect(shown.last?.isLoading == true)
    #expect(try await cache.value(of: query) == "note")
    await settle()
    #expect(shown.last?.value == "note" && shown.last?.isLoading == false)
    #expect(service.count == 0)
    watch.cancel()
  }

  @Test func staleContentIsShownDuringItsLoad() async throws {
    try await store("note")
    await pass(.seconds(30))
    let cache = try await makeCache()
    let watch = cache.watch(query) { _ in }
    await settle()
    #expect(cache.resource(of: query).value == "note")
    #expect(cache.resource(of: query).isLoading)
    service.answer()
    await pass()
    #expect(cache.resource(of: query).value == "1")
    #expect(disk.value(0) == "1")
    watch.cancel()
  }

  @Test func aReloadGetsContentFromALoadAndOthersTheRecord() async throws {
    try await store("note")
    let cache = try await makeCache()
    let reload = Task { try await cache.reload(query) }
    let value = Task { try await cache.value(of: query) }
    #expect(try await value.value == "note")
    await settle()
    #expect(cache.resource(of: query).isLoading)
    service.answer()
    #expect(try await reload.value == "1")
    #expect(service.count == 1)
  }

  @Test func aSetDuringTheReadingWins() async throws {
    try await store("note")
    let cache = try await makeCache()
    let value = Task { try await cache.value(of: query) }
    let watch = cache.watch(query) { _ in }
    cache.set("newer", for: query)
    await settle()
    #expect(try await ["newer", "note"].contains(value.value))
    #expect(cache.resource(of: query).value == "newer")
    await pass()
    #expect(disk.value(0) == "newer")
    #expect(service.count == 0)
    watch.cancel()
  }

  @Test func anInvalidationDuringTheReadingMakesTheRecordStale() async throws {
    try await store("note")
    for isByTag in [false, true] {
      let cache = try await makeCache(disk.copy())
      let watch = cache.watch(query) { _ in }
      if isByTag { cache.invalidate([QueryTag("even")]) } else { cache.invalidate(query) }
      await settle()
      #expect(cache.resource(of: query).value == "note")
      #expect(cache.resource(of: query).isLoading)
      service.answer()
      await settle()
      // The load has begun after the invalidation.
      #expect(!cache.resource(of: query).isLoading)
      watch.cancel()
    }
  }

  @Test func aRemovalDuringTheReadingEndsIt() async throws {
    try await store("note")
    let cache = try await makeCache()
    let watch = cache.watch(query) { _ in }
    let value = Task { () -> QueryError? in
      do { _ = try await cache.value(of: query) } catch { return error as? QueryError }
      return nil
    }
    cache.remove(query)
    await settle()
    #expect(cache.resource(of: query).value == nil)
    #expect(disk.keys == [])
    service.answer()
    await settle()
    #expect(cache.resource(of: query).value == "1")
    if let error = await value.value { #expect(error.code == .removed) }
    watch.cancel()
  }

  @Test func theOnlyCallerMayLeaveDuringTheReading() async throws {
    for id in [0, 3] {
      try await store("note", id)
      let cache = try await makeCache()
      let query = NoteQuery(id: id)
      let watch = cache.watch(query) { _ in }
      watch.cancel()
      await settle()
      #expect(service.count == 0)
      let other = cache.watch(query) { _ in }
      await settle()
      #expect(cache.resource(of: query).value == "note")
      other.cancel()
      service.answer()
      await settle()
    }
  }

  @Test func aWatchWithoutATriggerShowsTheRecordAndLoadsNothing() async throws {
    try await store("note", 2)
    let cache = try await makeCache()
    let watch = cache.watch(NoteQuery(id: 2)) { _ in }
    await settle()
    #expect(cache.resource(of: NoteQuery(id: 2)).value == "note")
    #expect(!cache.resource(of: NoteQuery(id: 2)).isLoading)
    let other = cache.watch(NoteQuery(id: 6)) { _ in }
    await settle()
    #expect(!cache.resource(of: NoteQuery(id: 6)).isLoading)
    #expect(service.count == 0)
    watch.cancel()
    other.cancel()
  }

  @Test func pendingChangesArentStoredAndCommittedOnesAre() async throws {
    let cache = try await makeCache()
    cache.set("note", for: query)
    let first = Task { try await cache.perform(NoteMutation(number: 1, id: 0)) }
    await settle()
    let second = Task { try await cache.perform(NoteMutation(number: 2, id: 0)) }
    await pass()
    #expect(cache.resource(of: query).value == "note+1+2")
    #expect(disk.value(0) == "note")
    service.answer(mutation: 2)
    await pass()
    #expect(disk.value(0) == "note+2")
    service.answer(mutation: 1, isFailing: true)
    await pass()
    #expect(cache.resource(of: query).value == "note+2")
    #expect(disk.value(0) == "note+2")
    _ = await (first.result, second.result)
  }

  @Test func aConfirmedChangeOfContentThatIsOnlyOnDiskMakesItStale() async throws {
    try await store("note")
    let cache = try await makeCache()
    let mutation = Task { try await cache.perform(NoteMutation(number: 1, id: 0)) }
    await settle()
    service.answer(mutation: 1)
    _ = await mutation.result
    await settle()
    #expect(disk.content(0)?.record.isInvalidated == true)
    let watch = cache.watch(query) { _ in }
    await settle()
    #expect(cache.resource(of: query).isLoading)
    service.answer()
    await settle()
    #expect(cache.resource(of: query).value == "1")
    watch.cancel()
  }

  @Test func aChangeDuringTheReadingIsOnTopOfTheRecord() async throws {
    try await store("note")
    let cache = try await makeCache()
    let watch = cache.watch(query) { _ in }
    let mutation = Task { try await cache.perform(NoteMutation(number: 1, id: 0)) }
    await settle()
    #expect(cache.resource(of: query).value == "note+1")
    service.answer(mutation: 1)
    _ = await mutation.result
    await pass()
    #expect(cache.resource(of: query).value == "note+1")
    #expect(disk.value(0) == "note+1")
    watch.cancel()
  }

  @Test func invalidatedContentIsStaleInTheNextProcess() async throws {
    try await store("note")
    for isByTag in [false, true] {
      for isInMemory in [false, true] {
        let disk = disk.copy()
        let cache = try await makeCache(disk)
        if isInMemory { _ = try await cache.value(of: query) }
        if isByTag { cache.invalidate([QueryTag("note")]) } else { cache.invalidate(query) }
        await settle()
        if isInMemory { await pass() }
        let next = try await makeCache(disk.copy())
        let watch = next.watch(query) { _ in }
        await settle()
        #expect(next.resource(of: query).value == "note")
        #expect(next.resource(of: query).isLoading)
        watch.cancel()
      }
    }
  }

  @Test func unusableRecordsAreRemovedAndReportedWhenTheyAreRead() async throws {
    let cache = try await makeCache()
    for id in [0, 4, 8, 12] { cache.set("note", for: NoteQuery(id: id)) }
    await pass()
    cache.receive(.memoryPressure)
    let other = QueryCache(clock: clock, environment: environment)
    let otherDisk = TestDisk()
    try await other.persist(in: otherDisk.folder, version: 2)
    other.set("note", for: NoteQuery(id: 4))
    await pass()
    disk.damage(0)
    disk.memory[TestDisk.key(4)] = otherDisk.memory[TestDisk.key(4)]
    disk.memory[TestDisk.key(8)] = disk.memory[TestDisk.key(12)]
    disk.memory[TestDisk.key(12)] = Data(
      String(decoding: try #require(disk.memory[TestDisk.key(12)]), as: UTF8.self)
        .replacingOccurrences(of: "\"note\"", with: "5").utf8
    )
    for id in [0, 4, 8, 12] {
      let watch = cache.watch(NoteQuery(id: id)) { _ in }
      await settle()
      #expect(cache.resource(of: NoteQuery(id: id)).value == nil)
      #expect(cache.resource(of: NoteQuery(id: id)).error == nil)
      #expect(cache.resource(of: NoteQuery(id: id)).isLoading)
      watch.cancel()
    }
    #expect(codes == [.damaged, .otherVersion, .otherState, .field])
    let places = errors.withValue { $0.map(\.place) }
    #expect(places == [0, 4, 8, 12].map { TestDisk.key($0) })
    #expect(disk.keys == [])
  }

  @Test func theStartRemovesUnusableRecordsOfUnknownQueries() async throws {
    let cache = try await makeCache()
    for id in 0..<8 {
      let date = Date(timeIntervalSinceReferenceDate: id < 4 ? -50 : 0)
      cache.set("note", for: NoteQuery(id: id), loadedAt: date)
    }
    await pass()
    await pass(.seconds(60))
    disk.damage(7)
    let next = disk.copy()
    _ = try await makeCache(next)
    #expect(next.keys.count == 3)
    #expect(Set(codes) == [.expired, .damaged] && codes.count == 2)
    let version = next.copy()
    _ = try await makeCache(version, version: 2)
    #expect(version.keys == [])
  }

  /// A list of numbers, of which a page has two.
  private struct NumbersQuery: PagedQuery, PersistentQuery {
    struct Number: Identifiable, Hashable, Codable, Sendable {
      let id: Int
    }

    static let name = "Numbers"

    func page(
      _ request: Pager<Number, Int>.Request,
      in context: QueryContext
    ) async throws -> Pager<Number, Int>.Page {
      let start = request.cursor ?? 0
      _ = context.environment.notes.makeNumber(0)
      return .init(items: [Number(id: start), Number(id: start + 1)], next: start + 2)
    }
  }

  @Test func aListIsIdleInTheNextProcessAndContinues() async throws {
    let cache = try await makeCache()
    let query = NumbersQuery()
    _ = try await cache.value(of: query)
    let next = Task { try await cache.loadNextPage(of: query) }
    cache.receive(.inactive)
    _ = await next.result
    await pass()
    #expect(service.count == 2)
    let newCache = try await makeCache(disk.copy())
    let list = try await newCache.value(of: query)
    #expect(list.items.map(\.id) == [0, 1, 2, 3])
    #expect(!newCache.resource(of: query).isLoading)
    #expect(list.phase == .ready)
    try await newCache.loadNextPage(of: query)
    #expect(newCache.resource(of: query).value?.items.map(\.id) == [0, 1, 2, 3, 4, 5])
    #expect(service.count == 3)
  }

  @Test func clearLeavesNothingWhateverIsBeingWritten() async throws {
    let cache = try await makeCache()
    for id in 0..<5 {
      cache.set("old", for: NoteQuery(id: id))
      if id == 2 { cache.receive(.inactive) }
    }
    Task { cache.receive(.inactive) }
    Task { cache.invalidate([QueryTag("note")]) }
    await cache.clear()
    #expect(disk.memory.keys == [])
    await pass()
    #expect(disk.keys == [])
    cache.set("new", for: query)
    await pass()
    #expect(disk.value(0) == "new")
    let next = try await makeCache(disk.copy())
    #expect(try await next.value(of: query) == "new")
  }

  @Test func contentAfterAClearIsStoredWhileItRuns() async throws {
    let cache = try await makeCache()
    cache.set("old", for: query)
    cache.set("old", for: NoteQuery(id: 4))
    cache.receive(.inactive)
    let clear = Task { await cache.clear() }
    await Task.yield()
    cache.set("new", for: query)
    await clear.value
    await pass()
    #expect(disk.value(0) == "new" || cache.resource(of: query).value == nil)
    #expect(disk.value(4) == nil)
  }

  @Test func writesWaitForLaterOnes() async throws {
    let cache = try await makeCache()
    await settle()
    let count = disk.writeCount
    for number in 0..<100 { cache.set("\(number)", for: query) }
    await clock.advance(by: .milliseconds(249))
    await settle()
    #expect(disk.writeCount == count)
    await clock.advance(by: .milliseconds(1))
    await settle()
    #expect(disk.writeCount == count + 1 && disk.value(0) == "99")
    cache.set("inactive", for: query)
    cache.receive(.inactive)
    await settle()
    #expect(disk.value(0) == "inactive")
  }

  @Test func evictedContentComesFromTheDisk() async throws {
    let cache = try await makeCache()
    cache.set("note", for: query)
    cache.receive(.memoryPressure)
    #expect(cache.resource(of: query).value == nil)
    // Its write still waits.
    #expect(try await cache.value(of: query) == "note")
    await pass()
    cache.receive(.memoryPressure)
    #expect(try await cache.value(of: query) == "note")
    #expect(service.count == 0)
  }

  @Test func contentThatIsntKeptInMemoryIsStored() async throws {
    let cache = try await makeCache()
    cache.set("note", for: NoteQuery(id: 1))
    #expect(cache.resource(of: NoteQuery(id: 1)).value == nil)
    await pass()
    #expect(disk.value(1) == "note")
    #expect(try await cache.value(of: NoteQuery(id: 1)) == "note")
  }

  @Test func aFailingDiskIsReportedOnceAndChangesNothingElse() async throws {
    try await store("old")
    let cache = try await makeCache()
    disk.isFailing = true
    for number in 0..<3 {
      cache.set("\(number)", for: query)
      await pass()
    }
    #expect(codes == [.unwritable])
    cache.receive(.memoryPressure)
    let watch = cache.watch(query) { _ in }
    await settle()
    // The record on disk is outdated.
    #expect(cache.resource(of: query).value == nil && cache.resource(of: query).isLoading)
    disk.isFailing = false
    watch.cancel()
    cache.set("other", for: NoteQuery(id: 4))
    await pass()
    #expect(disk.value(0) == nil && disk.value(4) == "other")
    disk.isFailing = true
    cache.set("other", for: NoteQuery(id: 4))
    await pass()
    #expect(codes == [.unwritable, .unwritable])
  }

  @Test func aClearThatFailsIsRepeated() async throws {
    try await store("old")
    let cache = try await makeCache()
    disk.isFailing = true
    await cache.clear()
    #expect(codes == [.unwritable])
    let watch = cache.watch(query) { _ in }
    await settle()
    #expect(cache.resource(of: query).value == nil)
    watch.cancel()
    disk.isFailing = false
    cache.set("new", for: NoteQuery(id: 4))
    await pass()
    #expect(disk.keys == [TestDisk.key(4)])
  }

  @Test func misusesAndUnusableFoldersAreErrors() async throws {
    func code(_ cache: QueryCache, _ disk: TestDisk, version: Int = 1) async -> String? {
      do throws(SavedStateError) {
        try await cache.persist(in: disk.folder, version: version)
        return nil
      } catch { return error.code.description }
    }
    let cache = try await makeCache()
    #expect(await code(cache, TestDisk()) == "inUse")
    let other = QueryCache(clock: clock, environment: environment)
    #expect(await code(other, disk) == "inUse")
    #expect(await code(other, TestDisk(), version: 0) == "declaration")
    let full = TestDisk()
    full.isFailing = true
    let early = Task { try await other.value(of: query) }
    #expect(await code(other, full) == "unwritable" || service.count > 0)
    await settle()
    service.answer()
    #expect(try await early.value == "1")
    #expect(await code(other, TestDisk()) == "inUse")
  }

  @Test func usesDuringTheStartWaitForTheirRecords() async throws {
    try await store("note")
    let cache = QueryCache(clock: clock, environment: environment)
    let copy = disk.copy()
    let start = Task.immediate { @MainActor in
      try await cache.persist(in: copy.folder, version: 1)
    }
    // An entry before the start is a misuse.
    guard cache.records != nil else {
      try await start.value
      return
    }
    let value = Task { try await cache.value(of: query) }
    cache.invalidate([QueryTag("note", id: 4)])
    cache.set("other", for: NoteQuery(id: 4))
    #expect(try await value.value == "note")
    try await start.value
    await pass()
    #expect(copy.value(4) == "other")
    let next = try await makeCache(copy.copy())
    #expect(try await next.value(of: NoteQuery(id: 4)) == "other")
    #expect(service.count == 0)
  }

  @Test func theLastChangesOfADeallocatedCacheAreStored() async throws {
    var cache: QueryCache? = try await makeCache()
    cache?.set("note", for: query)
    await settle()
    cache = nil
    let next = try await makeCache()
    #expect(try await next.value(of: query) == "note")
  }

  // MARK: Dependencies

  /// A query that uses a note.
  private struct SummaryQuery: PersistentQuery {
    static let name = "Summary"

    var options: QueryOptions { .make { $0.staleAfter = nil } }

    func load(in context: QueryContext) async throws -> String {
      "summary of \(try await context.value(of: NoteQuery(id: 0)))"
    }
  }

  @Test func contentWithDependenciesIsStaleWhenItComesFromTheDisk() async throws {
    let cache = try await makeCache()
    cache.set("note", for: query)
    #expect(try await cache.value(of: SummaryQuery()) == "summary of note")
    await pass()
    for isInNextProcess in [false, true] {
      let cache = isInNextProcess ? try await makeCache(disk.copy()) : cache
      cache.receive(.memoryPressure)
      cache.set("new", for: query)
      var shown: [Resource<String>] = []
      let watch = cache.watch(SummaryQuery()) { shown.append($0) }
      await settle()
      #expect(shown.contains { $0.value?.isEmpty == false && $0.isLoading })
      #expect(shown.last?.value == "summary of new")
      // The load has linked the two again.
      cache.set("newer", for: query)
      await settle()
      #expect(shown.last?.value == "summary of newer")
      watch.cancel()
      await pass()
    }
  }

  @Test func contentWithDependenciesThatWaitsForItsWriteIsStaleToo() async throws {
    let cache = try await makeCache()
    cache.set("note", for: query)
    _ = try await cache.value(of: SummaryQuery())
    cache.receive(.memoryPressure)
    cache.set("new", for: query)
    #expect(try await cache.value(of: SummaryQuery()) == "summary of new")
  }

  // MARK: Failures

  @Test func whatHasFailedIsRepeatedWhenTheAppBecomesInactive() async throws {
    try await store("old")
    for clears in [true, false] {
      let disk = disk.copy()
      let cache = try await makeCache(disk)
      disk.isFailing = true
      if clears { await cache.clear() } else { cache.remove(query) }
      await settle()
      #expect(disk.keys.count == 1)
      let count = codes.count
      // Each event is one attempt.
      cache.receive(.inactive)
      await settle()
      #expect(disk.keys.count == 1 && codes.count == count)
      disk.isFailing = false
      cache.receive(.inactive)
      await settle()
      #expect(disk.keys == [])
    }
  }

  @Test func aLogThatCantBeWrittenMakesAllRecordsStale() async throws {
    try await store("note")
    let cache = try await makeCache()
    disk.failsLog = true
    cache.invalidate([QueryTag("note")])
    await settle()
    #expect(codes == [.unwritable])
    let next = try await makeCache(disk.copy())
    let watch = next.watch(query) { _ in }
    await settle()
    #expect(next.resource(of: query).value == "note")
    #expect(next.resource(of: query).isLoading)
    watch.cancel()
  }

  @Test func contentFromALostLogIsOutdated() {
    let record = RequestRecord(
      content: QueryContent("note"),
      loadedAt: .zero,
      isInvalidated: false
    )
    let log = TagLog(number: 5)
    for (number, isOutdated) in [(4, true), (5, false), (6, true)] {
      let content = StoredContent(record: record, number: number)
      #expect(query.isOutdated(content, by: log) == isOutdated)
    }
  }

  @Test func aClearDuringTheStartRemovesTheEarlierTags() async throws {
    let old = try await makeCache()
    old.set("note", for: query)
    old.invalidate([QueryTag("secret")])
    await pass()
    let copy = disk.copy()
    let cache = QueryCache(clock: clock, environment: environment)
    let start = Task.immediate { @MainActor in
      try await cache.persist(in: copy.folder, version: 1)
    }
    await cache.clear()
    try await start.value
    cache.set("new", for: query)
    await pass()
    #expect(copy.value(0) == "new")
    let log = try #require(copy.memory[RecordFiles.logKey])
    #expect(!String(decoding: log, as: UTF8.self).contains("secret"))
  }

  // MARK: Readings

  /// A mutation that replaces a note.
  private struct ReplaceMutation: QueryMutation {
    func send(in context: MutationContext) async throws {
      try await context.environment.notes.send(1)
    }

    func change(_ patch: inout QueryPatch) {
      patch.update(NoteQuery(id: 0)) { $0 = "2" }
    }
  }

  @Test func anInvalidationDuringTheReadingReachesTheContentWithChanges() async throws {
    try await store("1")
    let cache = try await makeCache()
    let watch = cache.watch(query) { _ in }
    let mutation = Task.immediate { @MainActor in try await cache.perform(ReplaceMutation()) }
    cache.invalidate([QueryTag("even", id: true)])
    await settle()
    #expect(cache.resource(of: query).value == "2")
    #expect(cache.resource(of: query).isLoading)
    service.answer()
    await settle()
    service.answer(mutation: 1)
    _ = await mutation.result
    watch.cancel()
  }

  // MARK: Entities

  private struct Track: QueryEntity, Codable {
    let id: Int
    var title: String
  }

  private struct AlbumQuery: PersistentQuery {
    let id: Int

    static var entities: EntityPaths<[Track]> { EntityPaths().many(\.self) }
    var options: QueryOptions {
      var options = QueryOptions()
      options.retry = .never
      return options
    }

    func load(in context: QueryContext) async throws -> [Track] { throw CancellationError() }
  }

  private struct Rename: QueryMutation {
    func send(in context: MutationContext) async throws {}
    func change(_ patch: inout QueryPatch) { patch.update(Track.self, id: 1) { $0.title = "new" } }
  }

  /// Uses a cache of an earlier process.
  private func earlier(_ body: @MainActor (QueryCache) async throws -> Void) async throws {
    let cache = try await makeCache()
    try await body(cache)
    await pass()
  }

  @Test func mutationsOfEntitiesReachTheRecordsOfContentInMemory() async throws {
    try await earlier { cache in
      cache.set([Track(id: 1, title: "old")], for: AlbumQuery(id: 0))
      await pass()
      try await cache.perform(Rename())
    }
    let next = try await makeCache()
    #expect(try await next.value(of: AlbumQuery(id: 0)) == [Track(id: 1, title: "new")])
  }

  @Test func aRecordWithAnEntityThatHasChangedIsStale() async throws {
    try await earlier { cache in
      cache.set([Track(id: 1, title: "old")], for: AlbumQuery(id: 0))
      cache.set([Track(id: 2, title: "other")], for: AlbumQuery(id: 1))
      await pass()
      cache.receive(.memoryPressure)
      #expect(cache.count == 0)
      try await cache.perform(Rename())
    }
    let next = try await makeCache()
    #expect(try await next.value(of: AlbumQuery(id: 1)) == [Track(id: 2, title: "other")])
    await #expect(throws: (any Error).self) { try await next.value(of: AlbumQuery(id: 0)) }
    #expect(next.resource(of: AlbumQuery(id: 0)).value == [Track(id: 1, title: "old")])
  }

  private struct TaggedAlbum: PersistentQuery {
    static var entities: EntityPaths<[Track]> { EntityPaths().many(\.self) }
    var options: QueryOptions { .make { $0.staleAfter = nil } }

    func tags(for value: [Track]?) -> Set<QueryTag> {
      Set((value ?? []).map { QueryTag("track", id: $0.id) })
    }

    func load(in context: QueryContext) async throws -> [Track] {
      _ = try await context.environment.notes.note(0)
      return []
    }
  }

  private struct Removal: QueryMutation {
    var invalidates: Set<QueryTag> { [QueryTag("track", id: 1)] }

    func send(in context: MutationContext) async throws {}
    func change(_ patch: inout QueryPatch) { patch.remove(Track.self, id: 1) }
  }

  @Test func aTagReachesARecordFromWhichTheMutationRemovesAnEntityDuringItsReading() async throws {
    try await earlier { cache in
      cache.set([Track(id: 0, title: "a"), Track(id: 1, title: "b")], for: TaggedAlbum())
    }
    let cache = try await makeCache()
    let records = try #require(cache.records)
    let reads = HeldRecords(records)
    cache.attach(reads)
    let watch = cache.watch(TaggedAlbum()) { _ in }
    await settle()
    try await cache.perform(Removal())
    await settle()
    #expect(cache.resource(of: TaggedAlbum()).value == nil)
    reads.release()
    await settle()
    #expect(cache.resource(of: TaggedAlbum()).value?.map(\.id) == [0])
    #expect(cache.resource(of: TaggedAlbum()).isLoading && service.count == 1)
    service.answer()
    await settle()
    watch.cancel()
  }

  @Test func theEntityOfAnOlderRecordDoesNotReplaceANewerOne() async throws {
    await clock.advance(by: .seconds(1))
    try await earlier { $0.set([Track(id: 1, title: "old")], for: AlbumQuery(id: 0)) }
    let next = try await makeCache()
    next.set([Track(id: 1, title: "new")], for: AlbumQuery(id: 1))
    #expect(try await next.value(of: AlbumQuery(id: 0)) == [Track(id: 1, title: "new")])
  }

  @Test func aPreviewReadsRecordsToo() async throws {
    try await store("note")
    let cache = QueryCache.preview(clock: clock, environment: environment)
    try await cache.persist(in: disk.folder, version: 1)
    #expect(try await cache.value(of: query) == "note")
  }

  // MARK: Names

  private struct FirstQuery: PersistentQuery {
    static let name = "Same"

    func load(in context: QueryContext) async throws -> String { "first" }
  }

  private struct SecondQuery: PersistentQuery {
    static let name = "Same"

    func load(in context: QueryContext) async throws -> String { "second" }
  }

  private enum Outer {
    struct SameQuery: PersistentQuery {
      func load(in context: QueryContext) async throws -> String { "" }
    }
  }

  private struct SameQuery: PersistentQuery {
    func load(in context: QueryContext) async throws -> Int { 0 }
  }

  @Test func typesInDifferentTypesHaveDifferentNames() {
    #expect(SameQuery.name != Outer.SameQuery.name)
    #expect(Outer.SameQuery.name.hasPrefix("StateQueriesPersistenceTests."))
    #expect(Outer.SameQuery.name.hasSuffix("Outer.SameQuery"))
    #expect(!SameQuery.name.contains("unknown context"))
  }

  @Test func twoTypesWithOneNameAreReportedOnce() async throws {
    let cache = try await makeCache()
    cache.set("first", for: FirstQuery())
    cache.set("again", for: FirstQuery())
    withKnownIssue {
      cache.set("second", for: SecondQuery())
    } matching: { issue in
      ["FirstQuery", "SecondQuery", "'Same'"].allSatisfy { "\(issue)".contains($0) }
    }
    cache.set("again", for: SecondQuery())
    await pass()
  }
}
