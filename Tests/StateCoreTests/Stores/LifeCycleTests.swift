import Testing

@testable import StateCore

@Suite struct LifeCycleTests {
  private enum Input: CaseIterable {
    case begin
    case end
    case assume
    case await
    case addObserver
    case removeObserver
    case settle
  }

  /// Applies all sequences of inputs up to a length, without those that remove an observer that wasn't added.
  private func forEachSequence(_ length: Int, _ body: ([Input]) -> Void) {
    var sequences: [[Input]] = [[]]
    for _ in 0..<length {
      sequences = sequences.flatMap { sequence in Input.allCases.map { sequence + [$0] } }
    }
    for sequence in sequences {
      var count = 0
      let isPossible = sequence.allSatisfy { input in
        if input == .addObserver { count += 1 }
        if input == .removeObserver { count -= 1 }
        return count >= 0
      }
      if isPossible { body(sequence) }
    }
  }

  @Test func beginningsAndEndsAlternateAndWorkRunsOnlyBetweenThem() {
    var count = 0
    forEachSequence(6) { sequence in
      count += 1
      var cycle = LifeCycle()
      var (begun, ended, observers, isRunning) = (0, 0, 0, false)
      for input in sequence {
        switch input {
        case .begin: if cycle.begin() { begun += 1 }
        case .end: if cycle.end() { ended += 1 }
        case .assume: cycle.assumeBeginning()
        case .await: cycle.awaitBeginning()
        case .addObserver:
          observers += 1
          cycle.addObserver()
        case .removeObserver:
          observers -= 1
          cycle.removeObserver()
        case .settle:
          let step = cycle.settlePresentation()
          guard cycle.hasBegun, !cycle.hasEnded else {
            #expect(step == nil)
            continue
          }
          let change: LifeCycle.PresentationStep = isRunning ? .cancel : .start
          #expect(step == ((observers > 0) == isRunning ? nil : change))
          isRunning = observers > 0
        }
      }
      #expect(begun <= 1 && ended <= 1, "\(sequence)")
      if !sequence.contains(.assume) {
        #expect(ended <= begun, "\(sequence)")
        let isBegunFirst = sequence.firstIndex(of: .begin) ?? 9 < sequence.firstIndex(of: .end) ?? 9
        #expect(begun == (isBegunFirst ? 1 : 0), "\(sequence)")
      }
    }
    #expect(count > 10_000)
  }

  @Test func anAssumedBeginningRunsNothingUnlessItFollows() {
    var cycle = LifeCycle()
    cycle.assumeBeginning()
    #expect(cycle.hasBegun)
    let assumed = cycle.begin()
    cycle.awaitBeginning()
    let awaited = cycle.begin()
    cycle.awaitBeginning()
    let again = cycle.begin()
    #expect((assumed, awaited, again) == (false, true, false))
  }
}
