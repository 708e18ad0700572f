import Observation
import StateCore
import StateJSON
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence

@Observable @MainActor
private final class Board: PersistentState {
  var a = 0
  var b = 0
  var all: Set<Int> = []

  static let persistence = Persistence<Board>(version: 1) {
    Persisted("a", \.a)
    Persisted("b", \.b)
    Persisted("all", \.all) { _, here, there in here.union(there) }
  }
}

/// A separate process's storage that can fail.
private final class FailingStorage: RecordStorage {
  struct Failure: Error {}

  let isFailing = LockIsolated(false)
  private let process: OtherProcess

  init(_ memory: PersistenceMemory) {
    process = OtherProcess(memory)
  }

  var identity: String { process.identity }
  func place(_ key: String) -> String { key }
  func read(_ key: String) throws -> (bytes: [UInt8], stamp: RecordStamp)? { try process.read(key) }
  func stamp(_ key: String) throws -> RecordStamp? { try process.stamp(key) }
  func exclusively<Result>(_ body: (any RecordAccess) throws -> Result) throws -> Result {
    try process.exclusively { access in
      let result = try body(access)
      // After everything was written, but before it takes effect.
      if isFailing.value { throw Failure() }
      return result
    }
  }
}

/// Random programs of two processes at one place, compared with a model that saves immediately.
@MainActor @Suite(.timeLimit(.minutes(20))) struct SharedPlacesRandomTests {
  @MainActor
  private final class Process {
    let storage: FailingStorage
    let clock = TestClock()
    var board = Board()
    var saved: SavedState<Board>?
    var conflicts: [String: [Int]] = [:]
    /// The model's current and last seen values of this process, by field name.
    var values = ["a": 0, "b": 0]
    var seen = ["a": 0, "b": 0]
    var all: Set<Int> = []
    var expected: [String: [Int]] = [:]

    init(_ memory: PersistenceMemory) {
      storage = FailingStorage(memory)
    }

    func attach() async throws {
      board = Board()
      saved = try await SavedStates.attach(
        board,
        to: PersistenceLocation(storage, key: "state"),
        clock: clock,
        onError: { _ in },
        onConflict: { [weak self] in
          self?.conflicts[$0.field, default: []].append($0.there.int ?? -1)
        }
      )
    }
  }

  /// The saved data in the model.
  private final class Model {
    var saved: [String: Int] = ["a": 0, "b": 0]
    var all: Set<Int> = []

    @MainActor
    func save(_ process: Process) {
      for name in ["a", "b"] {
        let (here, seen, there) = (
          process.values[name] ?? 0, process.seen[name] ?? 0, saved[name] ?? 0
        )
        if here == seen {
          process.values[name] = there
        } else {
          if there != seen { process.expected[name, default: []].append(there) }
          saved[name] = here
        }
        process.seen[name] = saved[name]
      }
      all.formUnion(process.all)
      process.all = all
    }

    @MainActor
    func reload(_ process: Process) {
      for name in ["a", "b"] where process.values[name] == process.seen[name] {
        process.values[name] = saved[name]
        process.seen[name] = saved[name]
      }
    }

    @MainActor
    func begin(_ process: Process) {
      (process.values, process.seen, process.all) = (saved, saved, all)
    }
  }

  @Test(arguments: Array(seedsOnOneThread(0..<200)))
  func nothingIsLostBetweenTwoProcesses(seed: Int) async throws {
    var random = SeededGenerator(seed: seed)
    let memory = PersistenceMemory()
    let model = Model()
    let processes = [Process(memory), Process(memory)]
    for process in processes { try await process.attach() }
    var last = 0
    var history: [String] = []
    for _ in 0..<40 {
      let index = Int.random(in: 0...1, using: &random)
      let process = processes[index]
      let saved = try #require(process.saved)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        last += 1
        let name = ["a", "b", "all"].randomElement(using: &random) ?? "a"
        history.append("\(index): \(name) = \(last)")
        switch name {
        case "a": process.board.a = last
        case "b": process.board.b = last
        default:
          process.board.all.insert(last)
          process.all.insert(last)
        }
        if name != "all" { process.values[name] = last }
      case 4, 5:
        history.append("\(index): flush")
        let isFailing = process.storage.isFailing.value
        let hadChanges = saved.hasUnsavedChanges
        let isSaved = await saved.flush()
        #expect(isSaved == (!isFailing || !hadChanges))
        if isSaved, hadChanges { model.save(process) }
      case 6:
        history.append("\(index): reload")
        await saved.reload()
        model.reload(process)
      case 7 where !process.storage.isFailing.value && saved.hasUnsavedChanges:
        history.append("\(index): time")
        await process.clock.advance(by: .seconds(10))
        await Task.untilTrue { !saved.hasUnsavedChanges }
        model.save(process)
      case 8:
        history.append("\(index): fault")
        process.storage.isFailing.withValue { $0.toggle() }
      case 9:
        history.append("\(index): restart")
        let hadChanges = saved.hasUnsavedChanges
        if await saved.detach(), hadChanges { model.save(process) }
        try await process.attach()
        model.begin(process)
      default: break
      }
    }
    for process in processes + processes {
      process.storage.isFailing.setValue(false)
      await process.saved?.reload()
      model.reload(process)
      let hadChanges = process.saved?.hasUnsavedChanges == true
      #expect(await process.saved?.flush() == true)
      if hadChanges { model.save(process) }
    }
    for process in processes {
      await process.saved?.reload()
      model.reload(process)
      let board = process.board
      #expect(["a": board.a, "b": board.b] == process.values, "\(history)")
      #expect(board.all == model.all, "\(history)")
      #expect(process.conflicts == process.expected, "\(history)")
    }
    let fields = memory.fields
    if let fields {
      #expect(fields["a"]?.int == model.saved["a"], "\(history)")
      #expect(fields["b"]?.int == model.saved["b"], "\(history)")
    }
  }

  enum Neighbors: CaseIterable {
    case twoProcesses, twoGroups, oneGroup

    func storages(_ memory: PersistenceMemory) -> [any RecordStorage] {
      switch self {
      case .twoProcesses: return [OtherProcess(memory), OtherProcess(memory)]
      case .twoGroups: return [ObservedStorage(memory), ObservedStorage(memory)]
      case .oneGroup:
        let storage = ObservedStorage(memory)
        return [storage, storage]
      }
    }
  }

  /// Two states check for changes while they save, with their steps in any order.
  @Test(
    .needsVirtualTime,
    .simulated(seeds: 0..<(isSanitized ? 5 : 100)),
    arguments: Neighbors.allCases
  )
  func savesAndReloadsMeet(_ neighbors: Neighbors) async throws {
    let memory = PersistenceMemory()
    let boards = [Board(), Board()]
    var conflicts: [[Int]] = [[], []]
    var saves: [SavedState<Board>] = []
    for (index, storage) in neighbors.storages(memory).enumerated() {
      saves.append(
        try await SavedStates.attach(
          boards[index],
          to: PersistenceLocation(storage, key: "state"),
          window: .milliseconds(1),
          watchingEvery: .milliseconds(1),
          onError: { Issue.record($0) },
          onConflict: { conflicts[index].append($0.there.int ?? -1) }
        )
      )
    }
    let writers = boards.enumerated().map { index, board in
      Task { @MainActor in
        for count in 1...20 {
          board.a = index * 100 + count
          board.all.insert(index * 100 + count)
          if count.isMultiple(of: 7) { await saves[index].flush() }
          // This uses the simulation's time.
          try? await ContinuousClock().sleep(for: .milliseconds(1))
        }
      }
    }
    for writer in writers { await writer.value }
    for saved in saves + saves { #expect(await saved.flush()) }
    for saved in saves { await saved.reload() }
    let all = Set(Array(1...20) + Array(101...120))
    for board in boards { #expect(board.all == all) }
    #expect(boards[0].a == boards[1].a)
    for values in conflicts { #expect(Set(values).count == values.count) }
    for saved in saves { await saved.detach() }
  }

  /// One of two states of this process saves while the other one loads.
  @Test(
    .needsVirtualTime,
    .simulated(seeds: 0..<(isSanitized ? 5 : 100)),
    arguments: [Neighbors.twoGroups, .oneGroup]
  )
  func aSaveAndALoadMeet(_ neighbors: Neighbors) async throws {
    let memory = PersistenceMemory()
    let storages = neighbors.storages(memory)
    let (board, late) = (Board(), Board())
    let saved = try await SavedStates.attach(
      board,
      to: PersistenceLocation(storages[0], key: "state")
    )
    board.a = 1
    await saved.flush()
    board.a = 2
    let save = Task { await saved.flush() }
    let other = try await SavedStates.attach(
      late,
      to: PersistenceLocation(storages[1], key: "state")
    )
    #expect(await save.value)
    #expect(late.a == 2)
    for saved in [saved, other] { await saved.detach() }
  }
}
