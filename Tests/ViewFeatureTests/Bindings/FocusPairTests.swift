import Testing

@testable import FeatureStore

struct FocusPairTests {
  private typealias Pair = FocusPair<Int?>

  private let values: [Int?] = [nil, 1, 2]
  private var pairs: [Pair] { values.flatMap { a in values.map { Pair(wanted: a, actual: $0) } } }

  @Test func atTheBeginningTheFocusMoves() {
    for pair in pairs {
      #expect(pair.step(from: nil) == (pair.wanted == pair.actual ? .none : .moveFocus))
    }
  }

  @Test func theSideThatHasChangedLeads() {
    let pair = Pair(wanted: 1, actual: 1)
    #expect(Pair(wanted: 2, actual: 1).step(from: pair) == .moveFocus)
    #expect(Pair(wanted: 1, actual: 2).step(from: pair) == .writeState)
    #expect(Pair(wanted: 1, actual: nil).step(from: pair) == .writeState)
    #expect(Pair(wanted: 2, actual: nil).step(from: pair) == .moveFocus)
  }

  /// Each change settles after at most two steps, whether views take the focus or not.
  @Test(arguments: [[nil, 1, 2], [nil, 1], [nil]] as [[Int?]])
  func thereIsNoLoop(taken: [Int?]) {
    for start in pairs {
      for change in pairs {
        var (earlier, now) = (start, change)
        var count = 0
        while earlier != now {
          count += 1
          let step = now.step(from: earlier)
          earlier = now
          switch step {
          case .none: break
          case .moveFocus: now.actual = taken.contains(now.wanted) ? now.wanted : nil
          case .writeState: now.wanted = now.actual
          }
          #expect(count < 4)
          if count >= 4 { return }
        }
      }
    }
  }
}
