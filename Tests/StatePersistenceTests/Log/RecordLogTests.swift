import Foundation
import StateCore
import StateTesting
import Testing

@testable import StatePersistence

#if Encryption
import Crypto
#endif

@Suite(.timeLimit(.minutes(20)))
struct RecordLogTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func texts(_ opened: RecordLog.Opened) -> [String] {
    opened.records.map { String(decoding: $0, as: UTF8.self) }
  }

  private func open(
    _ folder: PersistenceFolder,
    owner: String = "ann"
  ) throws -> RecordLog.Opened {
    try RecordLog.open(in: folder, "log", owner: owner)
  }

  private func write(_ texts: [String], _ folder: PersistenceFolder) async throws {
    let log = try open(folder).log
    for text in texts { try await log.append([bytes(text)]) }
    await log.close()
  }

  // MARK: Records

  @Test(arguments: [false, true])
  func recordsAreReadInOrder(isFile: Bool) async throws {
    let saved = try SavedFolder()
    let folder = isFile ? PersistenceFolder.folder(saved.url) : .memory(PersistenceMemory())
    let first = try open(folder)
    #expect(first.records.isEmpty)
    #expect(first.damage == nil)
    try await first.log.append([bytes("a"), bytes(""), bytes("c")])
    try await first.log.append([bytes("d")])
    await first.log.close()

    let second = try open(folder)
    #expect(texts(second) == ["a", "", "c", "d"])
    #expect(second.damage == nil)
    try await second.log.append([bytes("e")])
    await second.log.close()
    #expect(texts(try open(folder)) == ["a", "", "c", "d", "e"])
  }

  @Test
  func oneObjectHasTheLog() async throws {
    let saved = try SavedFolder()
    for folder in [PersistenceFolder.folder(saved.url), .memory(PersistenceMemory())] {
      var first: RecordLog? = try open(folder).log
      let error = #expect(throws: SavedStateError.self) { try open(folder) }
      #expect(error?.code == .inUse)
      #expect(first != nil)
      first = nil
      let second = try open(folder)
      await second.log.close()
      _ = try open(folder)
    }
  }

  @Test
  func anotherOwnerLeavesTheLogUnchanged() async throws {
    let memory = PersistenceMemory()
    let folder = PersistenceFolder.memory(memory)
    try await write(["a"], folder)
    let before = memory[log: "log"]
    let error = #expect(throws: SavedStateError.self) { try open(folder, owner: "bob") }
    #expect(error?.code == .otherState)
    #expect(memory[log: "log"] == before)
    #expect(texts(try open(folder)) == ["a"])
  }

  @Test
  func aClosedLogIsNotWritten() async throws {
    let folder = PersistenceFolder.memory(PersistenceMemory())
    let log = try open(folder).log
    await log.close()
    await #expect(throws: SavedStateError.self) { try await log.append([bytes("a")]) }
    #expect(try open(folder).records.isEmpty)
  }

  @Test
  func aDatabaseHasNoLog() throws {
    let folder = PersistenceFolder(
      location: { PersistenceLocation.memory(PersistenceMemory(), key: $0) },
      keys: { [] }
    )
    let error = #expect(throws: SavedStateError.self) { try open(folder) }
    #expect(error?.code == .declaration)
  }

  // MARK: Damage

  @Test
  func aTailCutAtEachByteIsRemoved() async throws {
    let memory = PersistenceMemory()
    let folder = PersistenceFolder.memory(memory)
    try await write(["first"], folder)
    let start = memory[log: "log"].count
    let log = try open(folder).log
    try await log.append([bytes("second record")])
    await log.close()
    let whole = memory[log: "log"]
    for count in start...whole.count {
      memory[log: "log"] = Array(whole[..<count])
      let opened = try open(folder)
      #expect(texts(opened) == (count == whole.count ? ["first", "second record"] : ["first"]))
      let isTorn = count > start && count < whole.count
      #expect(opened.damage?.code == (isTorn ? .truncated : nil))
      #expect(opened.damage?.setAside == nil)
      try await opened.log.append([bytes("third")])
      await opened.log.close()
      let again = try open(folder)
      #expect(texts(again).last == "third")
      #expect(again.damage == nil)
      await again.log.close()
    }
  }

  @Test
  func aTailOfZerosIsRemoved() async throws {
    let memory = PersistenceMemory()
    let folder = PersistenceFolder.memory(memory)
    try await write(["a", "b"], folder)
    memory[log: "log"] += [UInt8](repeating: 0, count: 4096)
    let opened = try open(folder)
    #expect(texts(opened) == ["a", "b"])
    #expect(opened.damage?.code == .truncated)
  }

  @Test
  func damageAtEachByteKeepsTheOtherRecords() async throws {
    let memory = PersistenceMemory()
    let folder = PersistenceFolder.memory(memory)
    let all = ["one", "two", "three"]
    try await write(all, folder)
    let whole = memory[log: "log"]
    let last = whole.count - (LogFrame.headCount + 8 + "three".utf8.count)
    for index in 0..<last {
      var damaged = whole
      damaged[index] ^= 0x10
      memory[log: "log"] = damaged
      let opened = try open(folder)
      #expect(texts(opened).count >= 2, "byte \(index)")
      #expect(texts(opened).allSatisfy(all.contains))
      #expect(opened.damage?.code == .damaged)
      let aside = try #require(opened.damage?.setAside)
      #expect(memory.withLog(aside) { $0.bytes } == damaged)
      await opened.log.close()
      let again = try open(folder)
      #expect(texts(again) == texts(opened))
      #expect(again.damage == nil)
      await again.log.close()
    }
  }

  @Test
  func aMissingRecordIsDamage() async throws {
    let memory = PersistenceMemory()
    let folder = PersistenceFolder.memory(memory)
    try await write(["one", "two", "six"], folder)
    let size = LogFrame.headCount + 8 + 3
    let whole = memory[log: "log"]
    memory[log: "log"] = Array(whole.dropLast(2 * size) + whole.suffix(size))
    let opened = try open(folder)
    #expect(texts(opened) == ["one", "six"])
    #expect(opened.damage?.code == .damaged)
  }

  @Test
  func aRepeatedRecordCountsOnce() async throws {
    let memory = PersistenceMemory()
    let folder = PersistenceFolder.memory(memory)
    try await write(["one", "two"], folder)
    memory[log: "log"] += memory[log: "log"].suffix(LogFrame.headCount + 8 + 3)
    let opened = try open(folder)
    #expect(texts(opened) == ["one", "two"])
    #expect(opened.damage?.code == .damaged)
  }

  @Test
  func aFileWithDamageIsCopiedAside() async throws {
    let saved = try SavedFolder()
    let folder = PersistenceFolder.folder(saved.url)
    try await write(["one", "two", "three"], folder)
    let file = saved.url.appendingPathComponent("log.log")
    var damaged = try Data(contentsOf: file)
    damaged[damaged.count / 2] ^= 1
    try damaged.write(to: file)
    let opened = try open(folder)
    #expect(opened.damage?.code == .damaged)
    let aside = try #require(opened.damage?.setAside)
    #expect(try Data(contentsOf: saved.url.appendingPathComponent(aside)) == damaged)
  }

  // MARK: Failures

  @Test
  func aFailedAppendLeavesNothing() async throws {
    let saved = try SavedFolder()
    let calls = FaultyCalls()
    var folder = PersistenceFolder.folder(saved.url)
    let path = saved.url.path
    folder.log = { FileLog(folder: path, name: "\($0).log", calls: calls) }
    let log = try open(folder).log
    try await log.append([bytes("before")])
    for fault in [FaultyCalls.Fault.noSpace, .shortWrite, .failingSync] {
      calls.fault.setValue(fault)
      let error = await #expect(throws: SavedStateError.self) {
        try await log.append([bytes("a longer record, \(fault)")])
      }
      #expect(error?.code == .unwritable)
    }
    calls.fault.setValue(nil)
    try await log.append([bytes("after")])
    await log.close()
    let opened = try open(.folder(saved.url))
    #expect(texts(opened) == ["before", "after"])
    #expect(opened.damage == nil)
  }

  @Test
  func concurrentAppendsShareASynchronization() async throws {
    let saved = try SavedFolder()
    let calls = FaultyCalls()
    var folder = PersistenceFolder.folder(saved.url)
    let path = saved.url.path
    folder.log = { FileLog(folder: path, name: "\($0).log", calls: calls) }
    let log = try open(folder).log
    calls.log.setValue([])
    let count = 200
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask { try? await log.append([Array("\(number)".utf8)]) }
      }
    }
    let syncs = calls.log.value.filter { $0 == "synchronize" }.count
    #expect((1..<count).contains(syncs))
    await log.close()
    let opened = try open(folder)
    #expect(Set(texts(opened)) == Set((0..<count).map { "\($0)" }))
  }

  @Test
  func onlyASyncedRecordSurvivesAPowerLoss() async throws {
    let memory = PersistenceMemory()
    let folder = PersistenceFolder.memory(memory)
    let log = try open(folder).log
    try await log.append([bytes("synced")])
    log.append([bytes("not synced")], isSynced: false) { _ in }
    await log.close()
    memory.dropUnsynced()
    let opened = try open(folder)
    #expect(texts(opened) == ["synced"])
    opened.log.append([bytes("earlier")], isSynced: false) { _ in }
    try await opened.log.append([bytes("later")])
    await opened.log.close()
    memory.dropUnsynced()
    #expect(texts(try open(folder)) == ["synced", "earlier", "later"])
  }

  // MARK: Compaction

  @Test(arguments: [false, true])
  func aReplacementHasItsRecordsAndTheLaterOnes(isFile: Bool) async throws {
    let saved = try SavedFolder()
    let folder = isFile ? PersistenceFolder.folder(saved.url) : .memory(PersistenceMemory())
    let log = try open(folder).log
    for number in 0..<50 { try await log.append([bytes("\(number)")]) }
    let before = log.byteCount
    let error = LockIsolated<SavedStateError?>(nil)
    log.append([bytes("x")], isSynced: false) { _ in }
    log.replace(with: [bytes("49"), bytes("x")]) { error.setValue($0) }
    try await log.append([bytes("y")])
    #expect(error.value == nil)
    #expect(log.byteCount < before)
    await log.close()
    let opened = try open(folder)
    #expect(texts(opened) == ["49", "x", "y"])
    #expect(opened.damage == nil)
  }

  @Test
  func aFailedReplacementKeepsTheLog() async throws {
    let saved = try SavedFolder()
    let calls = FaultyCalls()
    var folder = PersistenceFolder.folder(saved.url)
    let path = saved.url.path
    folder.log = { FileLog(folder: path, name: "\($0).log", calls: calls) }
    let log = try open(folder).log
    try await log.append([bytes("a")])
    calls.fault.setValue(.failingRename)
    let error = LockIsolated<SavedStateError?>(nil)
    log.replace(with: []) { error.setValue($0) }
    try await log.append([bytes("b")])
    #expect(error.value?.code == .unwritable)
    calls.fault.setValue(nil)
    await log.close()
    #expect(texts(try open(folder)) == ["a", "b"])
  }

  /// Otherwise, a crash could put the replaced file back, without the records that were reported as stored.
  @Test
  func anAppendNeedsTheNameOfTheNewFile() async throws {
    let saved = try SavedFolder()
    let calls = FaultyCalls()
    var folder = PersistenceFolder.folder(saved.url)
    let path = saved.url.path
    folder.log = { FileLog(folder: path, name: "\($0).log", calls: calls) }
    let log = try open(folder).log
    try await log.append([bytes("a")])
    calls.fault.setValue(.failingFolderSync)
    let error = LockIsolated<SavedStateError?>(nil)
    log.replace(with: [bytes("b")]) { error.setValue($0) }
    await #expect(throws: SavedStateError.self) { try await log.append([bytes("c")]) }
    #expect(error.value == nil)
    calls.fault.setValue(nil)
    try await log.append([bytes("d")])
    await log.close()
    #expect(texts(try open(folder)) == ["b", "d"])
  }

  #if Encryption
  @Test
  func anEncryptedLogHidesItsRecords() async throws {
    let memory = PersistenceMemory()
    let plain = PersistenceFolder.memory(memory)
    let key = SymmetricKey(data: Data(repeating: 1, count: 32))
    let folder = plain.encrypted(by: key)
    try await write(["secret 1", "secret 2"], folder)
    #expect(!String(decoding: memory[log: "log"], as: UTF8.self).contains("secret"))
    let opened = try open(folder)
    #expect(texts(opened) == ["secret 1", "secret 2"])
    await opened.log.close()
    let other = plain.encrypted(by: SymmetricKey(data: Data(repeating: 2, count: 32)))
    #expect(#expect(throws: SavedStateError.self) { try open(other) }?.code == .wrongKey)
    #expect(#expect(throws: SavedStateError.self) { try open(plain) }?.code == .wrongKey)
    let plainMemory = PersistenceMemory()
    try await write(["a"], .memory(plainMemory))
    let error = #expect(throws: SavedStateError.self) {
      try open(PersistenceFolder.memory(plainMemory).encrypted(by: key))
    }
    #expect(error?.code == .unencrypted)
  }
  #endif
}
