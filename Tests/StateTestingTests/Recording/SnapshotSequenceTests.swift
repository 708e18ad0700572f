import Observation
import StateFields
import Testing

@testable import StateTesting

@MainActor
@Suite struct SnapshotSequenceTests {
  @MainActor @Observable final class Pair: SnapshotState {
    var first: Int
    var second: Int

    init(_ first: Int, _ second: Int) {
      self.first = first
      self.second = second
    }

    static var snapshotFields: SnapshotFields<Pair> {
      SnapshotFields {
        SnapshotField("first", \.first)
        SnapshotField("second", \.second)
      }
    }
  }

  private func pair(_ first: Int, _ second: Int) -> StateSnapshot {
    Pair(first, second).snapshot()
  }

  /// Returns a sequence that starts with 0 and 100.
  private func sequence(_ pairs: (Int, Int)...) -> SnapshotSequence {
    var sequence = SnapshotSequence(pair(0, 100))
    for values in pairs { sequence.append(pair(values.0, values.1)) }
    return sequence
  }

  @Test func equalNeighboursCountOnce() {
    let sequence = sequence((0, 100), (1, 100), (1, 100), (0, 100))
    #expect(sequence.snapshots == [pair(0, 100), pair(1, 100), pair(0, 100)])
  }

  @Test func theFirstSnapshotIsAsserted() {
    #expect(sequence().asserted == pair(0, 100))
    #expect(sequence().unassertedChanges.isEmpty)
  }

  @Test func changesAreAssertedInOrder() {
    var sequence = sequence((1, 100), (1, 101))
    #expect(sequence.assertNext(pair(1, 100)) == .expected)
    #expect(sequence.asserted == pair(1, 100))
    #expect(sequence.assertNext(pair(1, 101)) == .expected)
    #expect(sequence.unassertedChanges.isEmpty)
  }

  @Test func aChangeBackIsAChange() {
    var sequence = sequence((1, 100), (0, 100))
    #expect(sequence.assertNext(pair(1, 100)) == .expected)
    #expect(sequence.assertNext(pair(0, 100)) == .expected)
  }

  @Test func severalWritesCanBeOneChange() {
    var sequence = sequence((1, 100), (2, 100), (2, 101), (3, 101))
    #expect(sequence.assertNext(pair(2, 101)) == .expected)
    #expect(sequence.asserted == pair(2, 101))
    #expect(sequence.unassertedChanges.count == 1)
  }

  @Test func writesOfSeveralTurnsAreNotOneChange() {
    var sequence = SnapshotSequence(pair(0, 100))
    sequence.append(pair(1, 100), turn: 1)
    sequence.append(pair(2, 100), turn: 2)
    #expect(sequence.assertNext(pair(2, 100)) == .other(pair(1, 100)))
    #expect(sequence.asserted == pair(1, 100))
    #expect(sequence.assertNext(pair(2, 100)) == .expected)
  }

  @Test func aFieldThatGoesBackOnTheWayIsNotOneChange() {
    var sequence = sequence((1, 100), (0, 100), (1, 100), (1, 101))
    #expect(sequence.assertNext(pair(1, 101)) == .other(pair(1, 100)))
    #expect(sequence.unassertedChanges.count == 3)
  }

  @Test func aFieldThatGoesBackToAValueOnTheWayIsNotOneChange() {
    var sequence = sequence((1, 100), (2, 100), (1, 100), (3, 101))
    #expect(sequence.assertNext(pair(3, 101)) == .other(pair(2, 100)))
  }

  @Test func aWriteToAnotherFieldIsNotAPartOfAChange() {
    var sequence = sequence((0, 101), (1, 101), (1, 100))
    #expect(sequence.assertNext(pair(1, 100)) == .other(pair(0, 101)))
    #expect(sequence.asserted == pair(0, 101))
  }

  @Test func aWrongChangeIsTheLastThatCanHaveBeenMeant() {
    var sequence = sequence((1, 100), (2, 100), (2, 101))
    #expect(sequence.assertNext(pair(5, 100)) == .other(pair(2, 100)))
    #expect(sequence.asserted == pair(2, 100))
    #expect(sequence.unassertedChanges.count == 1)
  }

  @Test func aChangeThatDidNotComeIsMissing() {
    var sequence = sequence((1, 100))
    #expect(sequence.assertNext(pair(1, 100)) == .expected)
    #expect(sequence.assertNext(pair(2, 100)) == .missing)
    #expect(sequence.asserted == pair(1, 100))
  }

  @Test func unassertedChangesAreNamed() {
    var sequence = sequence((1, 100), (2, 101))
    #expect(sequence.assertNext(pair(1, 100)) == .expected)
    let changes = sequence.unassertedChanges.map { $0.map { "\($0.name): \($0.old) → \($0.new)" } }
    #expect(changes == [["first: 1 → 2", "second: 100 → 101"]])
  }

  @Test func allCanBeAssertedAtOnce() {
    var sequence = sequence((1, 100), (2, 101))
    sequence.assertAll()
    #expect(sequence.unassertedChanges.isEmpty)
    #expect(sequence.asserted == pair(2, 101))
  }
}
