import Foundation
import Observation
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Random changes of states in the files of a folder, compared with full copies.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SpillQueueRandomTests {
  private func run(seed: Int, capacity: Int) async throws {
    let folder = try SpillFolder()
    let journal = Journal(capacity: capacity, spillingTo: folder.url)
    var program = PageProgram(seed: seed, hasCycles: false)
    let store = FakeStore(program.root)
    journal.recordAny(store)
    var copies: [(number: Int, state: StateSnapshot)] = []
    for _ in 0..<60 {
      for _ in 0...program.below(4) { program.change() }
      EventCenter.report()
      copies.append((journal.recorder.lastNumber, store.state.snapshot()))
      switch program.below(12) {
      case 0: try await journal.flush()
      case 1...3: for _ in 0..<program.below(9) { await Task.yield() }
      default: break
      }
    }
    try await journal.flush()
    let spill = try #require(journal.spill)
    #expect(spill.lostCount == 0)
    let first = journal.entries.first?.number ?? journal.recorder.lastNumber
    // The last state is in a file and in the memory if all entries are in files.
    var compared: Set<Int> = []
    for file in spill.files {
      let session = try StateSession(contentsOf: file.url)
      let (writer, page) = (SessionWriter(session), Page())
      for (index, (number, copy)) in copies.enumerated() where file.numbers.contains(number) {
        let frame = session.frame(at: number)
        let root = try #require(frame.roots[store.storeID.number])
        #expect(writer.write(frame, root: root, to: page) == [])
        let found = page.snapshot()
        if found != copy {
          Issue.record("seed \(seed), behind \(number): \(copy.differences(to: found))")
          return
        }
        compared.insert(index)
      }
    }
    for (index, (number, copy)) in copies.enumerated() where number >= first {
      #expect(journal.state(of: store.storeID, at: number) == copy)
      compared.insert(index)
    }
    #expect(compared.count == copies.count, "seed \(seed)")
  }

  @Test(arguments: 0..<4)
  func eachStateIsInAFileOrInTheMemory(block: Int) async throws {
    for seed in seedsOnOneThread((block * 15)..<(block * 15 + 15)) {
      try await run(seed: seed, capacity: 1 << (12 + seed % 5))
    }
  }
}
