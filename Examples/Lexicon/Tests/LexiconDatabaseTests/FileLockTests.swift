import Foundation
import Testing

@testable import LexiconDatabase

struct FileLockTests {
  @Test func oneAfterTheOtherHasTheLock() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    let file = folder.path("count")
    try "0".write(toFile: file, atomically: false, encoding: .utf8)
    await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<25 {
            try FileLock.withLock(at: path) {
              let count = try String(contentsOfFile: file, encoding: .utf8)
              try "\((Int(count) ?? 0) + 1)".write(toFile: file, atomically: false, encoding: .utf8)
            }
          }
        }
      }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "100")
  }

  @Test func lockIsFreeAfterAFailure() throws {
    let folder = try TemporaryFolder()
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try FileLock.withLock(at: folder.path("lock")) { throw Failure() }
    }
    #expect(try FileLock.withLock(at: folder.path("lock")) { 1 } == 1)
  }

  @Test func fileThatCannotBeMadeIsAnError() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: POSIXError.self) {
      try FileLock.withLock(at: folder.path("missing/lock")) {}
    }
    #expect(error?.code == .ENOENT)
  }
}
