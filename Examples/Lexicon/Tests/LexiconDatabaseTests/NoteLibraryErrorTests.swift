import Foundation
import GRDB
import Testing

@testable import LexiconDatabase

struct NoteLibraryErrorTests {
  private func reason(_ code: ResultCode, _ message: String? = "details") -> NoteLibraryError.Reason
  {
    NoteLibraryError.Reason(DatabaseError(resultCode: code, message: message))
  }

  @Test(
    arguments: [
      (.SQLITE_BUSY, .locked), (.SQLITE_BUSY_SNAPSHOT, .locked), (.SQLITE_LOCKED, .locked),
      (.SQLITE_FULL, .diskFull), (.SQLITE_IOERR_SHMSIZE, .diskFull),
      (.SQLITE_CANTOPEN, .unwritable("details")),
      (.SQLITE_READONLY, .unwritable("details")), (.SQLITE_NOTADB, .notADatabase),
      (.SQLITE_IOERR, .other("details")),
    ] as [(ResultCode, NoteLibraryError.Reason)]
  )
  func databaseErrorsHaveAReason(code: ResultCode, expected: NoteLibraryError.Reason) {
    #expect(reason(code) == expected)
  }

  @Test func errorWithoutAMessageIsToldByItsCode() {
    #expect(reason(.SQLITE_IOERR, nil) == .other("disk I/O error"))
  }

  @Test(
    arguments: [
      (.listing, .locked, "The saved words could not be read: the database is locked"),
      (.reading("house"), .diskFull, "The note on 'house' could not be read: the disk is full"),
      (
        .saving("house"), .newerVersion,
        "The note on 'house' could not be saved: a newer version of Lexicon"
      ),
      (
        .deleting("house"), .unwritable("read-only"),
        "The note on 'house' could not be deleted: the database cannot be opened or written (read-only)"
      ),
      (.listing, .notADatabase, "The saved words could not be read: the file is not a database"),
      (
        .listing, .other("malformed"),
        "The saved words could not be read: the database reports an error (malformed)"
      ),
    ] as [(NoteLibraryError.Operation, NoteLibraryError.Reason, String)]
  )
  func itSaysWhatFailedWhyAndWhere(
    operation: NoteLibraryError.Operation,
    reason: NoteLibraryError.Reason,
    text: String
  ) {
    let error = NoteLibraryError(operation: operation, reason: reason, path: "/data/notes.sqlite")
    #expect(error.localizedDescription.hasPrefix(text))
    #expect(error.localizedDescription.hasSuffix(": /data/notes.sqlite"))
  }
}
