#if Encryption
public import Crypto

extension PersistenceLocation {
  /// Returns the same location with encryption.
  ///
  /// The text is encrypted with AES-GCM. The name of the place, which is that of the file or the key of the row, is
  /// authenticated with it. Errors distinguish why data can't be decrypted. `wrongKey`, `otherPlace` (saved under
  /// another name), `replayed` (an earlier row was restored in a database), and `unencrypted` are refused, and the data
  /// stays unchanged. `truncated` and `damaged` data is set aside. A file doesn't count its saves, so an earlier file
  /// isn't detected. An earlier state of a whole database isn't detected either.
  ///
  /// To encrypt data that was saved without a key or with another one, attach the state to its old location, detach it,
  /// and attach it to an encrypted location with another name: the first change saves all of its fields there. Then
  /// remove the old data.
  ///
  /// - Parameter key: The key, with at least 128 bits, for example from the keychain. A shorter key makes `attach`
  ///   fail.
  /// - Returns: The encrypted location.
  public func encrypted(by key: SymmetricKey) -> PersistenceLocation {
    var location = self
    location.seal = RecordCipher(key)
    return location
  }
}

extension PersistenceFolder {
  /// Returns the same folder with encryption, as in `PersistenceLocation.encrypted(by:)`.
  ///
  /// Keys aren't encrypted.
  public func encrypted(by key: SymmetricKey) -> PersistenceFolder {
    let location = location
    var folder = PersistenceFolder(location: { location($0).encrypted(by: key) }, keys: keys)
    folder.removeRests = removeRests
    folder.log = log
    return folder
  }
}
#endif
