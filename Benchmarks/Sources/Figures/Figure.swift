/// A line of the table: a cost, the limit that it is compared with, and the required result.
public struct Figure: Codable, Sendable, Equatable {
  public enum Unit: String, Codable, Sendable {
    case nanoseconds = "ns"
    case bytes = "B"
  }

  /// The row of the table that it belongs to.
  public var row: String
  public var operation: String
  public var limit: String?
  public var unit: Unit
  public var cost: Double
  public var limitCost: Double?
  public var ratio: Double?
  /// The maximum ratio.
  public var highestRatio: Double?
  /// The maximum cost.
  public var highestCost: Double?

  /// Whether the result meets the requirement; `nil` if it is only reported.
  public var isReached: Bool? {
    if let highestRatio { return ratio.map { $0 <= highestRatio } }
    if let highestCost { return cost <= highestCost }
    return nil
  }
}

extension Figure {
  /// CPU time compared with that of a limit.
  public init(
    row: String,
    _ operation: String,
    against limit: String,
    _ comparison: Comparison,
    highestRatio: Double?
  ) {
    self.init(
      row: row,
      operation: operation,
      limit: limit,
      unit: .nanoseconds,
      cost: comparison.operation,
      limitCost: comparison.limit,
      ratio: comparison.ratio,
      highestRatio: highestRatio
    )
  }

  /// Memory compared with that of a limit.
  public init(
    row: String,
    _ operation: String,
    against limit: String,
    bytes: Double,
    limitBytes: Double,
    highestRatio: Double
  ) {
    self.init(
      row: row,
      operation: operation,
      limit: limit,
      unit: .bytes,
      cost: bytes,
      limitCost: limitBytes,
      ratio: bytes / limitBytes,
      highestRatio: highestRatio
    )
  }

  /// CPU time by itself.
  public init(row: String, _ operation: String, nanoseconds: Double, highest: Double? = nil) {
    self.init(
      row: row,
      operation: operation,
      unit: .nanoseconds,
      cost: nanoseconds,
      highestCost: highest
    )
  }

  /// Memory by itself.
  public init(row: String, _ operation: String, bytes: Double, highest: Double? = nil) {
    self.init(row: row, operation: operation, unit: .bytes, cost: bytes, highestCost: highest)
  }
}
