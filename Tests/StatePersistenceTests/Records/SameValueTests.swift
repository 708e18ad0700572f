import Foundation
import Testing

@testable import StatePersistence

@Suite struct SameValueTests {
  private struct Key: Codable, Hashable {
    var name: String
  }

  private struct Shelf: Codable {
    var titles: Set<String>
    var order: [Int]
    var prices: [Int: Double]?
    var kind = Kind.open(1)
  }

  private enum Kind: Codable {
    case open(Int)
    case closed
  }

  /// A value whose `==` compares only a part of it.
  private struct Item: Codable, Equatable {
    var id: Int
    var parts: [Int]

    static func == (lhs: Item, rhs: Item) -> Bool { lhs.id == rhs.id }
  }

  /// Whether the texts of two values represent the same value.
  private func areSame<Value: Codable>(_ one: Value, _ other: Value) throws -> Bool {
    let (first, second) = (try SavedJSON(encoding: one), try SavedJSON(encoding: other))
    if first == second { return true }
    guard first.isReordering(of: second) else { return false }
    return SameValue.areSame(try first.decode(Value.self), try second.decode(Value.self))
  }

  @Test func setsHaveNoOrder() throws {
    // Two equal sets whose texts differ, because one was larger before.
    var grown = Set((0..<1000).map { "\($0)" })
    for number in 20..<1000 { grown.remove("\(number)") }
    let set = Set((0..<20).map { "\($0)" })
    #expect(try SavedJSON(encoding: grown) != SavedJSON(encoding: set))
    #expect(try areSame(grown, set))
    #expect(try !areSame(grown, set.subtracting(["1"]).union(["x"])))
    #expect(
      try areSame(
        Shelf(titles: grown, order: [1, 2], prices: [1: 0.5, 2: 1]),
        Shelf(titles: set, order: [1, 2], prices: [2: 1, 1: 0.5])
      )
    )
    #expect(
      try !areSame(Shelf(titles: grown, order: [1, 2]), Shelf(titles: set, order: [2, 1]))
    )
  }

  @Test func dictionariesWithOtherKeysHaveNoOrder() throws {
    func dictionary(_ keys: [Int]) -> [Key: [Int]] {
      var found: [Key: [Int]] = [:]
      for key in keys { found[Key(name: "\(key)")] = [key, key + 1] }
      return found
    }
    var grown = dictionary(Array(0..<100))
    for key in 10..<100 { grown[Key(name: "\(key)")] = nil }
    #expect(try areSame(grown, dictionary(Array(0..<10))))
    var changed = grown
    changed[Key(name: "1")] = [2, 1]
    #expect(try !areSame(grown, changed))
  }

  @Test func arraysHaveAnOrder() throws {
    #expect(try !areSame([1, 2], [2, 1]))
    #expect(try !areSame([[1, 2], [3]], [[3], [1, 2]]))
    #expect(try !areSame([Set([1]), Set([2])], [Set([2]), Set([1])]))
    #expect(try !areSame(Item(id: 1, parts: [1, 2]), Item(id: 1, parts: [2, 1])))
    #expect(try !areSame([Kind.open(1), .closed], [.closed, .open(1)]))
  }
}
