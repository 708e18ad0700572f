/// The order in which reactions run, until none is left to run or they turn out to be endless.
///
/// They run in their order, and then again from the first one while a value has changed.
struct ReactionRounds {
  enum Step: Equatable {
    case react(Int)
    case end
    /// These reactions trigger each other endlessly.
    case cycle([Int])
  }

  /// The maximum number of times that a reaction runs for one change.
  static let limit = 100

  private var runs: [Int]
  private var position = 0

  init(count: Int) {
    runs = Array(repeating: 0, count: count)
  }

  mutating func next(_ hasChanged: (Int) -> Bool) -> Step {
    for offset in runs.indices {
      let index = (position + offset) % runs.count
      guard hasChanged(index) else { continue }
      guard runs[index] < Self.limit else {
        return .cycle(runs.indices.filter { runs[$0] >= Self.limit - 1 })
      }
      runs[index] += 1
      position = index + 1
      return .react(index)
    }
    return .end
  }
}
