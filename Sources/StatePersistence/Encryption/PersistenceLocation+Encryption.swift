#if Encryption
public import Crypto

extension PersistenceLocation {
  /// The same place, with what is saved there encrypted.
  ///
  /// The text is encrypted with AES-GCM; the name of the place, which is that of the file or the key of the row, is
  /// authenticated with it. What can't be decrypted is told apart: `wrongKey`, `otherPlace` for what was saved under another
  /// name, `replayed` for an earlier row that was put back in a database, and `unencrypted` for what is not encrypted are
  /// refused and stay as they are; `truncated` and `damaged` are set aside. A file has no count of its saves, so that
  /// an earlier file is not found, nor is an earlier state of a whole database.
  ///
  /// To encrypt what was saved without a key, or with another one, attach the state to its old place, detach it, and attach it
  /// to an encrypted place of another name: the first change saves all of its fields there. Then remove the old one.
  ///
  /// - Parameter key: The key, of 128 bits at least, from the keychain, for example. A shorter one is an error of `attach`.
  /// - Returns: The encrypted place.
  public func encrypted(by key: SymmetricKey) -> PersistenceLocation {
    var location = self
    location.seal = RecordCipher(key)
    return location
  }
}

extension PersistenceFolder {
  /// The same folder, with what is saved there encrypted, as `PersistenceLocation.encrypted(by:)` does; keys are not.
  public func encrypted(by key: SymmetricKey) -> PersistenceFolder {
    let location = location
    return PersistenceFolder(location: { location($0).encrypted(by: key) }, keys: keys)
  }
}
#endif
