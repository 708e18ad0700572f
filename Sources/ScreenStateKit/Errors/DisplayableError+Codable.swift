extension DisplayableError: Codable {
  private enum Key: CodingKey { case message }

  /// Encodes the message; the identity and the original error are valid only within one process.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(message, forKey: .message)
  }

  /// Creates a new error with an encoded message.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(message: try container.decode(String.self, forKey: .message))
  }
}
