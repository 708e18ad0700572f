import StateJSON
import Testing

@testable import StatePersistence

@Suite struct RecordMergeTests {
  private func merge(
    base: [String: JSONValue],
    here: [String: JSONValue],
    there: [String: JSONValue],
    merges: [String: FieldMerge] = [:],
    areSame: @escaping FieldComparison = { $1 == $2 }
  ) -> RecordMerge.Result {
    RecordMerge(
      base: base.mapValues { SavedJSON($0) },
      here: here.mapValues { SavedJSON($0) },
      there: there.mapValues { SavedJSON($0) },
      merges: merges,
      areSame: areSame
    ).result
  }

  private typealias Case = (
    base: Int64?, here: Int64?, there: Int64?, saved: Int64?, taken: Int64?, isConflict: Bool
  )

  /// Fields that were or weren't changed, here and elsewhere: 1 is the previous value, 2 the value from here, and 3 the
  /// value from elsewhere.
  private static let cases: [Case] = [
    (1, nil, 1, 1, nil, false), (1, 2, 1, 2, nil, false), (1, nil, 3, 3, 3, false),
    (1, 2, 3, 2, nil, true), (1, 2, 2, 2, nil, false), (nil, 2, nil, 2, nil, false),
    (nil, nil, 3, 3, 3, false), (nil, 2, 3, 2, nil, true), (1, nil, nil, nil, nil, false),
    (1, 2, nil, 2, nil, false), (1, 1, 3, 3, 3, false), (1, 1, nil, 1, nil, false),
  ]

  @Test(arguments: cases.indices)
  func eachCase(index: Int) {
    let (base, here, there, saved, taken, isConflict) = Self.cases[index]
    func fields(_ value: Int64?) -> [String: JSONValue] { value.map { ["a": .int($0)] } ?? [:] }
    let result = merge(base: fields(base), here: fields(here), there: fields(there))
    #expect(result.fields["a"]?.value == saved.map { .int($0) })
    #expect(result.taken["a"]?.value == taken.map { .int($0) })
    #expect(result.conflicts.map(\.field) == (isConflict ? ["a"] : []))
  }

  @Test func aMergeIsOnlyCalledForConflicts() {
    let sum: FieldMerge = { base, here, there in
      let all = [here, there].compactMap(\.value.int).reduce(0, +) - (base?.value.int ?? 0)
      return MergedField(json: SavedJSON(.int(Int64(all))))
    }
    let result = merge(
      base: ["a": 1, "b": 1, "c": 1],
      here: ["a": 5, "b": 5],
      there: ["a": 3, "b": 1, "c": 3],
      merges: ["a": sum, "b": sum, "c": sum]
    )
    #expect(result.fields.mapValues(\.value) == ["a": 7, "b": 5, "c": 3])
    #expect(result.taken.mapValues(\.value) == ["a": 7, "c": 3])
    #expect(result.conflicts.isEmpty)
  }

  @Test func aMergeThatFailsIsAConflict() {
    let result = merge(
      base: ["a": 1],
      here: ["a": 2],
      there: ["a": 3],
      merges: ["a": { _, _, _ in throw CancellationError() }]
    )
    #expect(result.fields.mapValues(\.value) == ["a": 2])
    #expect(result.conflicts.map(\.field) == ["a"])
  }

  /// The merge combines two changes to the same value.
  @Test func aMergeIsCalledIfBothMadeTheSameValue() {
    let sum: FieldMerge = { base, here, there in
      let all = [here, there].compactMap(\.value.int).reduce(0, +) - (base?.value.int ?? 0)
      return MergedField(json: SavedJSON(.int(Int64(all))))
    }
    let result = merge(
      base: ["a": 0, "b": 0],
      here: ["a": 1, "b": 1],
      there: ["a": 1, "b": 1],
      merges: ["a": sum]
    )
    #expect(result.fields.mapValues(\.value) == ["a": 2, "b": 1])
    #expect(result.taken.mapValues(\.value) == ["a": 2])
    #expect(result.conflicts.isEmpty)
  }

  /// Values that count as equal if their texts have the same length.
  @Test func valuesWithTwoTextsAreTheSame() {
    let areSame: FieldComparison = { _, one, other in one.bytes.count == other.bytes.count }
    func result(_ base: Int64, _ here: Int64?, _ there: Int64) -> RecordMerge.Result {
      merge(
        base: ["a": .int(base)],
        here: here.map { ["a": .int($0)] } ?? [:],
        there: ["a": .int(there)],
        areSame: areSame
      )
    }
    // Neither side has changed it, and nothing is written.
    for here in [nil, 2] as [Int64?] {
      #expect(result(1, here, 3).fields["a"]?.value == 3)
      #expect(result(1, here, 3).taken.isEmpty && result(1, here, 3).conflicts.isEmpty)
    }
    // Both have changed it to the same value.
    #expect(result(1, 20, 30).fields["a"]?.value == 30)
    #expect(result(1, 20, 30).conflicts.isEmpty && result(1, 20, 30).taken.isEmpty)
    // Only one has changed it.
    #expect(result(1, 20, 2).fields["a"]?.value == 20)
    #expect(result(1, 20, 2).conflicts.isEmpty)
    #expect(result(1, 2, 30).taken["a"]?.value == 30)
    #expect(result(1, 2, 30).conflicts.isEmpty)
    #expect(result(1, 20, 300).conflicts.map(\.field) == ["a"])
  }
}
