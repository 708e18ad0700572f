/// A histogram of durations, whose memory use doesn't depend on their number.
///
/// A percentile is accurate to one eighth; the longest duration is exact.
package struct DurationHistogram: Sendable {
  /// The number of durations in each bucket.
  ///
  /// A bucket contains durations of similar length.
  private var buckets: [Int] = []
  package private(set) var count = 0
  package private(set) var total = Duration.zero
  package private(set) var longest = Duration.zero

  package init() {}

  package mutating func add(_ duration: Duration) {
    let duration = max(duration, .zero)
    let bucket = Self.bucket(of: duration.nanoseconds)
    if bucket >= buckets.count {
      buckets += Array(repeating: 0, count: bucket + 1 - buckets.count)
    }
    buckets[bucket] += 1
    count += 1
    total += duration
    longest = max(longest, duration)
  }

  /// Returns the duration that a fraction of all durations, such as 0.95, doesn't exceed.
  ///
  /// It is at most one eighth too long.
  package func percentile(_ part: Double) -> Duration {
    guard count > 0 else { return .zero }
    let rank = min(count, max(1, Int((part * Double(count)).rounded(.up))))
    var seen = 0
    for (bucket, number) in buckets.enumerated() {
      seen += number
      if seen >= rank { return min(.nanoseconds(Self.end(of: bucket)), longest) }
    }
    return longest
  }

  // Each power of two has eight buckets. The first 16 nanoseconds have one bucket each.
  private static func bucket(of nanoseconds: Int64) -> Int {
    if nanoseconds < 16 { return Int(nanoseconds) }
    let power = 63 - nanoseconds.leadingZeroBitCount
    return 16 + (power - 4) * 8 + Int((nanoseconds >> (power - 3)) & 7)
  }

  /// Returns the longest duration in a bucket.
  private static func end(of bucket: Int) -> Int64 {
    if bucket < 16 { return Int64(bucket) }
    let power = (bucket - 16) / 8 + 4
    let step = Int64(1) << (power - 3)
    return (Int64(1) << power) - 1 + Int64((bucket - 16) % 8 + 1) * step
  }
}
