extension String {
  public init(format: __shared String, _ arguments: any CVarArg...) {
    fatalError()
  }
}

extension StringProtocol {
  public var precomposedStringWithCanonicalMapping: String { fatalError() }

  public func localizedCaseInsensitiveContains<Other: StringProtocol>(_ other: Other) -> Bool {
    fatalError()
  }

  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target,
    with replacement: Replacement
  ) -> String {
    fatalError()
  }
}
