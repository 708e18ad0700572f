import Foundation
import GRDB

/// A failed database operation, with the reason and the file.
package struct NoteLibraryError: LocalizedError, Equatable {
  package enum Operation: Equatable, Sendable {
    case listing
    case reading(String)
    case saving(String)
    case deleting(String)
    case importing
  }

  package enum Reason: Equatable, Sendable {
    case locked
    case diskFull
    case unwritable(String)
    case notADatabase
    case newerVersion
    case other(String)
  }

  package let operation: Operation
  package let reason: Reason
  package let path: String

  package var errorDescription: String? {
    "\(what): \(why): \(path)"
  }

  private var what: String {
    switch operation {
    case .listing: "The saved words could not be read"
    case .reading(let word): "The note on '\(word)' could not be read"
    case .saving(let word): "The note on '\(word)' could not be saved"
    case .deleting(let word): "The note on '\(word)' could not be deleted"
    case .importing: "The words could not be imported"
    }
  }

  private var why: String {
    switch reason {
    case .locked: "the database is locked by another program"
    case .diskFull: "the disk is full"
    case .unwritable(let detail): "the database cannot be opened or written (\(detail))"
    case .notADatabase: "the file is not a database"
    case .newerVersion: "a newer version of Lexicon has made the database"
    case .other(let detail): "the database reports an error (\(detail))"
    }
  }
}

extension NoteLibraryError.Reason {
  init(_ error: any Error) {
    if error is NoteSchema.NewerVersion {
      self = .newerVersion
      return
    }
    guard let error = error as? DatabaseError else {
      self = .unwritable(error.localizedDescription)
      return
    }
    let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.extendedResultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    // SQLite reports the second code if a full disk has no room for the shared memory.
    case .SQLITE_FULL, .SQLITE_IOERR_SHMSIZE: self = .diskFull
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM: self = .unwritable(message)
    case .SQLITE_NOTADB: self = .notADatabase
    default: self = .other(message)
    }
  }
}

extension NoteLibraryError.Operation {
  /// The name without the word.
  var kind: String {
    switch self {
    case .listing: "listing"
    case .reading: "reading"
    case .saving: "saving"
    case .deleting: "deleting"
    case .importing: "importing"
    }
  }
}
