/// The CPU time of an operation and of its limit.
///
/// Both run alternately in the same process, in short blocks, so that other work on the machine
/// affects both. The ratio is the median of the ratios of adjacent blocks.
public struct Comparison: Sendable {
  /// Runs the measured code that many times.
  public typealias Block = @MainActor (_ repetitions: Int) async -> Void

  /// The nanoseconds of one run.
  public let operation: Double
  public let limit: Double
  public let ratio: Double

  /// Measures `rounds` pairs of blocks, each of about `blockTime`.
  ///
  /// A repetition may consist of several parts, such as 100 effects. Figures are then for one part.
  @MainActor
  public static func measure(
    rounds: Int,
    blockTime: Duration = .milliseconds(5),
    parts: (operation: Int, limit: Int) = (1, 1),
    operation: Block,
    limit: Block
  ) async -> Comparison {
    let operationCount = await repetitions(of: operation, filling: blockTime)
    let limitCount = await repetitions(of: limit, filling: blockTime)
    var pairs: [(operation: Double, limit: Double)] = []
    for round in 0..<rounds {
      // Each goes first as often as second.
      if round.isMultiple(of: 2) {
        let operationTime = await time(of: operation, operationCount)
        pairs.append((operationTime, await time(of: limit, limitCount)))
      } else {
        let limitTime = await time(of: limit, limitCount)
        pairs.append((await time(of: operation, operationCount), limitTime))
      }
    }
    return Comparison(
      pairs.map {
        ($0.operation / Double(parts.operation), $0.limit / Double(parts.limit))
      }
    )
  }

  init(_ pairs: [(operation: Double, limit: Double)]) {
    operation = pairs.map(\.operation).median
    limit = pairs.map(\.limit).median
    ratio = pairs.map { $0.operation / $0.limit }.median
  }

  /// The cost of the operation compared with its cost in `earlier`, with the same limit.
  ///
  /// Changes of the limit's own cost are excluded.
  public func since(_ earlier: Comparison) -> Comparison {
    Comparison(
      operation: operation,
      limit: earlier.operation,
      ratio: ratio / earlier.ratio
    )
  }

  private init(operation: Double, limit: Double, ratio: Double) {
    self.operation = operation
    self.limit = limit
    self.ratio = ratio
  }

  @MainActor
  private static func time(of block: Block, _ repetitions: Int) async -> Double {
    let start = CPUTime.nanoseconds
    await block(repetitions)
    return Double(CPUTime.nanoseconds - start) / Double(repetitions)
  }

  /// Returns how many repetitions of the block take about `duration`, and warms it up.
  @MainActor
  private static func repetitions(of block: Block, filling duration: Duration) async -> Int {
    let wanted = duration / .nanoseconds(1)
    var count = 1
    while true {
      let total = await time(of: block, count) * Double(count)
      if total >= wanted { return max(1, Int(Double(count) * wanted / total)) }
      count *= total < wanted / 20 ? 10 : 2
    }
  }
}
