/// The keys of an encoded `Loadable`.
private enum LoadableKey: CodingKey {
  case phase, value, error, ending
}

/// The encoded names of the cases.
private enum Phase: String, Codable {
  case idle, loading, loaded, empty, failed
}

extension Loadable: Encodable where Value: Encodable {
  /// Encodes the case with its value and its error, but without the action that loads again.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LoadableKey.self)
    try container.encodeIfPresent(value, forKey: .value)
    switch self {
    case .idle: try container.encode(Phase.idle, forKey: .phase)
    case .loaded: try container.encode(Phase.loaded, forKey: .phase)
    case .empty: try container.encode(Phase.empty, forKey: .phase)
    case .loading(_, let ending):
      try container.encode(Phase.loading, forKey: .phase)
      switch ending {
      case .success: break
      case .empty: try container.encode(Phase.empty, forKey: .ending)
      case .failure(let error, _): try container.encode(error, forKey: .error)
      }
    case .failed(let error, _, _):
      try container.encode(Phase.failed, forKey: .phase)
      try container.encode(error, forKey: .error)
    }
  }
}

extension Loadable: Decodable where Value: Decodable {
  /// Decodes the content; an error gets a new identity and has no action that loads again.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: LoadableKey.self)
    let value = try container.decodeIfPresent(Value.self, forKey: .value)
    let error = try container.decodeIfPresent(DisplayableError.self, forKey: .error)
    switch try container.decode(Phase.self, forKey: .phase) {
    case .idle: self = .idle
    case .loaded: self = .loaded(try value ?? container.decode(Value.self, forKey: .value))
    case .empty: self = .empty
    case .loading:
      let isAfterEmpty = try container.decodeIfPresent(Phase.self, forKey: .ending) == .empty
      let ending = error.map { LoadEnding.failure($0, retry: nil) }
      self = .loading(previous: value, after: ending ?? (isAfterEmpty ? .empty : .success))
    case .failed:
      let error = try error ?? container.decode(DisplayableError.self, forKey: .error)
      self = .failed(error, previous: value, retry: nil)
    }
  }
}
