public import Foundation

extension StateSession {
  /// Reads a session from a file.
  ///
  /// - Throws: A `SessionError` that names the line, if the file is damaged, incomplete, or of a newer version. The
  ///   system's error if the file can't be read.
  public init(contentsOf url: URL) throws {
    self = try SessionReader.session(in: SessionStorage.read(url), file: url.path)
  }

  /// Reads a session from the bytes of a file.
  ///
  /// - Throws: A `SessionError` that names the line, if the bytes are damaged, incomplete, or of a newer version.
  public init(_ data: Data) throws {
    self = try SessionReader.session(in: Array(data), file: nil)
  }

  /// The bytes of a file, with one JSON object per line.
  ///
  /// Equal sessions have equal bytes.
  public var data: Data { Data(SessionFile.bytes(of: self)) }

  /// Writes the session to a file, and replaces an existing one.
  ///
  /// The file is written completely or not at all. This doesn't run on the main actor.
  @concurrent
  public func write(to url: URL) async throws {
    try SessionStorage.write(data, to: url)
  }
}
