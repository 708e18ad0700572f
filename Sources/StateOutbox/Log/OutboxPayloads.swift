/// The encoded changes by the numbers that the queue has for them.
struct OutboxPayloads: Sendable {
  private var texts: [Int: [UInt8]] = [:]
  private var lastNumber = 0

  var count: Int { texts.count }

  subscript(number: Int) -> [UInt8] { texts[number] ?? [] }

  mutating func add(_ text: [UInt8]) -> Int {
    lastNumber += 1
    texts[lastNumber] = text
    return lastNumber
  }

  /// Removes all but these.
  mutating func keep(_ numbers: Set<Int>) {
    texts = texts.filter { numbers.contains($0.key) }
  }
}
