public import Foundation

extension StateSession {
  /// Reads a session from a file.
  ///
  /// - Throws: A `SessionError` that names the line, if the file is damaged, incomplete, or of a newer version; the
  ///   system's error if it can't be read.
  public init(contentsOf url: URL) throws {
    self = try SessionReader.session(in: SessionStorage.read(url), file: url.path)
  }

  /// Reads a session from the bytes of a file.
  ///
  /// - Throws: A `SessionError` that names the line, if they are damaged, incomplete, or of a newer version.
  public init(_ data: Data) throws {
    self = try SessionReader.session(in: Array(data), file: nil)
  }

  /// The bytes of a file: one object of JSON on each line, the same ones for the same session.
  public var data: Data { Data(SessionFile.bytes(of: self)) }

  /// Writes the session to a file, in the place of the one that is there.
  ///
  /// The file is there as a whole or not at all; nothing of this runs on the main actor.
  @concurrent
  public func write(to url: URL) async throws {
    try SessionStorage.write(data, to: url)
  }
}
