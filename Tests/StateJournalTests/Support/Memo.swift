import Observation
import StateFields

/// A state with setters that write other fields, parts of values, and children.
@MainActor @Observable
final class Memo: SnapshotState {
  struct Form: Equatable, Sendable {
    var name = ""
    var size = 0
  }

  var count = 0
  var items: [Int] = []
  var form = Form()
  // The first field of a chain is read last.
  var fourth = 0
  var third = 0 { didSet { fourth = third } }
  var second = 0 { didSet { third = second } }
  var first = 0 { didSet { second = first } }
  var part: Memo?
  var parts: [Memo] = []

  static let snapshotFields = SnapshotFields<Memo> {
    SnapshotField("count", \.count)
    SnapshotField("items", \.items)
    SnapshotField("form", \.form)
    SnapshotField("fourth", \.fourth)
    SnapshotField("third", \.third)
    SnapshotField("second", \.second)
    SnapshotField("first", \.first)
    SnapshotField("part", child: \.part)
    SnapshotField("parts", children: \.parts)
  }
}

/// A change of a memo that depends on its values.
enum MemoWrite: Int, CaseIterable {
  case add
  case append
  case size
  case name
  case first
  case second
  case fourth
  case open
  case close
  case addToPart
  case appendPart
  case removePart
  case addToParts
  /// Changes another field in the middle of a mutating call.
  case nested

  /// Whether it reads a child before it writes.
  private var readsFirst: Bool { self == .addToPart || self == .addToParts }

  @MainActor
  func make(in memo: Memo, _ number: Int) {
    // Before the first write of a turn, a read returns the shown value.
    if readsFirst { memo.count += 1 }
    switch self {
    case .add: memo.count += number
    case .append: memo.items.append(number)
    case .size: memo.form.size += number
    case .name: memo.form.name += "\(number)"
    case .first: memo.first += number
    case .second: memo.second += number
    case .fourth: memo.fourth += number
    case .open: memo.part = Memo()
    case .close: memo.part = nil
    case .addToPart: memo.part?.count += number
    case .appendPart: memo.parts.append(Memo())
    case .removePart: _ = memo.parts.popLast()
    case .addToParts: for part in memo.parts { part.count += number }
    case .nested:
      memo.items.removeAll { item in
        memo.count += 1
        return item % 2 == 0
      }
    }
  }
}

/// The values of a memo and everything below it.
struct MemoValues: Equatable {
  var count: Int
  var items: [Int]
  var form: Memo.Form
  var chain: [Int]
  var part: [MemoValues]
  var parts: [MemoValues]

  @MainActor
  init(_ memo: Memo) {
    count = memo.count
    items = memo.items
    form = memo.form
    chain = [memo.first, memo.second, memo.third, memo.fourth]
    part = memo.part.map { [MemoValues($0)] } ?? []
    parts = memo.parts.map { MemoValues($0) }
  }
}
