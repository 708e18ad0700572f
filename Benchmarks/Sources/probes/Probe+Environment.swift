import ViewFeature

extension Probe {
  /// An access through the wrapper to one of 100 keys.
  static let environmentRead = Probe(name: "environment-read") {
    let reader = Reader()
    let environment = StoreEnvironment.live.changing { values in
      set(Never.self, 99, in: &values)
      values.number = 1
    }
    return { repetitions in
      StoreEnvironment.with(environment) {
        var sum = 0
        for _ in 0..<repetitions { sum &+= reader.number }
        precondition(sum == repetitions)
      }
    }
  }

  /// Sets as many keys of different types.
  private static func set<Tag: Sendable>(
    _ tag: Tag.Type,
    _ count: Int,
    in values: inout StoreEnvironment
  ) {
    if count == 0 { return }
    values[TaggedKey<Tag>.self] = count
    set(Tag?.self, count - 1, in: &values)
  }
}

private enum TaggedKey<Tag: Sendable>: StoreEnvironmentKey {
  static var liveValue: Int { 0 }
}

private enum NumberKey: StoreEnvironmentKey {
  static let liveValue = 0
}

extension StoreEnvironment {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private struct Reader {
  @Provided(\.number) var number
}
