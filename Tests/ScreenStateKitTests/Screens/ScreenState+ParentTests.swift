import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenStateParentTests {
  private let parent = ScreenState()

  // MARK: Options

  @Test func optionsAreASetOfTwo() {
    #expect(ScreenState.BindingParentStateOption.loading.rawValue == 1)
    #expect(ScreenState.BindingParentStateOption.error.rawValue == 2)
    #expect(ScreenState.BindingParentStateOption.all == [.loading, .error])
    #expect(ScreenState.BindingParentStateOption(rawValue: 3) == .all)
  }

  @Test func everythingIsPassedOnUnlessSaidOtherwise() {
    let child = ScreenState(states: parent)
    child.loadingStarted()
    #expect(parent.isLoading)
    child.displayError = DisplayableError(message: "error")
    #expect(parent.displayError != nil)
  }

  @Test(arguments: [ScreenState.BindingParentStateOption.loading, .error, .all, []])
  func onlyTheOptionsArePassedOn(options: ScreenState.BindingParentStateOption) {
    let child = ScreenState(states: parent, options: options)
    child.loadingStarted()
    #expect(parent.isLoading == options.contains(.loading))
    child.loadingFinished()
    child.displayError = DisplayableError(message: "error")
    #expect((parent.displayError != nil) == options.contains(.error))
  }

  // MARK: Loading

  @Test func eachTransitionIsPassedOnOnce() {
    let child = ScreenState(states: parent)
    child.loadingStarted()
    child.loadingStarted()
    #expect(parent.isLoading)
    child.loadingFinished()
    #expect(parent.isLoading)
    child.loadingFinished()
    #expect(!parent.isLoading)
  }

  @Test func parentLoadsWhileAnyChildDoes() {
    let children = (0..<3).map { _ in ScreenState(states: parent) }
    for child in children { child.loadingStarted() }
    for child in children {
      #expect(parent.isLoading)
      child.loadingFinished()
    }
    #expect(!parent.isLoading)
  }

  @Test func childDoesNotEndTheParentsOwnWork() {
    let child = ScreenState(states: parent)
    parent.loadingStarted()
    child.loadingStarted()
    child.loadingFinished()
    #expect(parent.isLoading)
    parent.loadingFinished()
    #expect(!parent.isLoading)
  }

  @Test func parentDoesNotEndTheChildsWork() {
    let child = ScreenState(states: parent)
    child.loadingStarted()
    parent.loadingFinished()
    #expect(parent.isLoading)
    child.loadingFinished()
    #expect(!parent.isLoading)
  }

  @Test func writeIsPassedOn() {
    let child = ScreenState(states: parent)
    child.isLoading = true
    #expect(parent.isLoading)
    child.isLoading = false
    #expect(!parent.isLoading)
  }

  // 6.1.5
  @Test(arguments: [true, false])
  func writeOfTheSameValueDoesNotReachTheParent(value: Bool) {
    let busy = ScreenState(states: parent)
    let child = ScreenState(states: parent)
    busy.loadingStarted()
    child.isLoading = value
    for _ in 0..<3 { child.isLoading = value }
    #expect(parent.isLoading)
    busy.loadingFinished()
    #expect(parent.isLoading == value)
    child.isLoading = false
    #expect(!parent.isLoading)
  }

  @Test func loadingGoesThroughThreeLevels() {
    let middle = ScreenState(states: parent)
    let child = ScreenState(states: middle)
    child.loadingStarted()
    #expect(middle.isLoading && parent.isLoading)
    middle.loadingStarted()
    child.loadingFinished()
    #expect(middle.isLoading && parent.isLoading)
    middle.loadingFinished()
    #expect(!middle.isLoading && !parent.isLoading)
  }

  // MARK: Errors

  @Test func errorIsPassedOnButNotItsAbsence() {
    let child = ScreenState(states: parent)
    let error = DisplayableError(message: "error")
    child.displayError = error
    #expect(parent.displayError == error)
    child.displayError = nil
    #expect(parent.displayError == error)
  }

  @Test func shownErrorIsPassedOnWithItsIdentity() {
    let middle = ScreenState(states: parent, options: .error)
    let child = ScreenState(states: middle, options: .error)
    let error = DisplayableError(message: "error")
    child.showError(error)
    #expect(middle.displayError?.id == error.id)
    #expect(parent.displayError?.id == error.id)
  }

  // 6.1.4
  @Test func errorOfAChildLeavesTheParentsCountAlone() {
    let child = ScreenState(states: parent)
    parent.loadingStarted()
    child.loadingStarted()
    child.displayError = DisplayableError(message: "error")
    #expect(!parent.isLoading)
    child.loadingFinished()
    #expect(!parent.isLoading)
    parent.displayError = nil
    #expect(parent.isLoading)
    parent.loadingFinished()
    #expect(!parent.isLoading)
  }

  // 6.1.4
  @Test func startAfterAChildsErrorShowsLoadingAgain() {
    let child = ScreenState(states: parent)
    parent.loadingStarted()
    child.displayError = DisplayableError(message: "error")
    #expect(!parent.isLoading)
    parent.loadingStarted()
    #expect(parent.isLoading)
    parent.loadingFinished()
    #expect(parent.isLoading)
  }

  // 6.1.4
  @Test func startOfAChildShowsTheParentLoadingAgain() {
    let child = ScreenState(states: parent)
    parent.displayError = DisplayableError(message: "error")
    child.loadingStarted()
    #expect(parent.isLoading)
  }

  @Test func errorWithoutLoadingPassedOnLeavesAnIdleParentIdle() {
    let child = ScreenState(states: parent, options: .error)
    child.loadingStarted()
    child.displayError = DisplayableError(message: "error")
    child.displayError = nil
    #expect(child.isLoading)
    #expect(!parent.isLoading)
  }

  // MARK: Observation

  @Test func parentReportsWhatComesFromAChild() {
    let child = ScreenState(states: parent)
    #expect(isNotified(of: parent.isLoading) { child.loadingStarted() })
    #expect(!isNotified(of: parent.isLoading) { child.loadingStarted() })
    #expect(!isNotified(of: parent.isLoading) { child.isLoading = true })
    #expect(
      isNotified(of: parent.displayError) { child.displayError = DisplayableError(message: "") }
    )
    #expect(!isNotified(of: parent.displayError) { child.displayError = nil })
  }

  // MARK: Lifetime

  @Test func parentIsHeldWeakly() {
    var parent: ScreenState? = ScreenState()
    weak let reference = parent
    let child = parent.map { ScreenState(states: $0) }
    parent = nil
    #expect(reference == nil)
    child?.loadingStarted()
    child?.displayError = DisplayableError(message: "error")
    child?.loadingFinished()
    #expect(child?.isLoading == false)
  }

  // 6.1.3
  @Test func childThatGoesAwayGivesBack() async {
    var child: ScreenState? = ScreenState(states: parent)
    child?.loadingStarted()
    child?.loadingStarted()
    #expect(parent.isLoading)
    child = nil
    await wait { !parent.isLoading }
    #expect(!parent.isLoading)
  }

  // 6.1.3
  @Test func childThatGoesAwayGivesBackWhatItAddedOnly() async {
    let sibling = ScreenState(states: parent)
    sibling.loadingStarted()
    for _ in 0..<3 {
      let idle = ScreenState(states: parent)
      idle.loadingStarted()
      idle.loadingFinished()
      let silent = ScreenState(states: parent, options: .error)
      silent.loadingStarted()
      let hidden = ScreenState(states: parent, options: .loading)
      hidden.loadingStarted()
      hidden.displayError = DisplayableError(message: "error")
    }
    var busy: ScreenState? = ScreenState(states: parent)
    busy?.loadingStarted()
    busy = nil
    // The last one gives back only after the others could have done so.
    let written = LockIsolated<ScreenState?>(ScreenState(states: parent))
    written.value?.isLoading = true
    written.setValue(nil)
    await turn()
    #expect(parent.isLoading)
    sibling.loadingFinished()
    await wait { !parent.isLoading }
    #expect(!parent.isLoading)
  }

  // 6.1.3
  @Test func childReleasedOffTheMainThreadGivesBack() async {
    for _ in 0..<50 {
      let child = LockIsolated<ScreenState?>(ScreenState(states: parent))
      child.value?.loadingStarted()
      #expect(parent.isLoading)
      await Task.detached { child.setValue(nil) }.value
      await wait { !parent.isLoading }
      #expect(!parent.isLoading)
    }
  }

  // 6.1.3
  @Test(arguments: [true, false])
  func whatTheLowestOfThreeLevelsAddedIsGivenBackAtTheTop(offTheMainThread: Bool) async {
    let middle = ScreenState(states: parent)
    let child = LockIsolated<ScreenState?>(ScreenState(states: middle))
    child.value?.loadingStarted()
    #expect(parent.isLoading)
    await release(child, offTheMainThread: offTheMainThread)
    await wait { !parent.isLoading }
    #expect(!middle.isLoading)
    #expect(!parent.isLoading)
  }

  // 6.1.3
  @Test(arguments: [true, false])
  func middleLevelThatGoesAwayGivesBack(offTheMainThread: Bool) async {
    let middle = LockIsolated<ScreenState?>(ScreenState(states: parent))
    let child = middle.value.map { ScreenState(states: $0) }
    child?.loadingStarted()
    #expect(parent.isLoading)
    await release(middle, offTheMainThread: offTheMainThread)
    await wait { !parent.isLoading }
    #expect(child?.isLoading == true)
    child?.loadingFinished()
    #expect(!parent.isLoading)
  }

  // 6.1.3
  @Test func wholeBranchReleasedOffTheMainThreadGivesBack() async {
    for _ in 0..<50 {
      let branch = LockIsolated<[ScreenState]>([])
      branch.withValue { branch in
        branch = [ScreenState(states: parent)]
        for _ in 0..<3 { branch.append(ScreenState(states: branch[branch.count - 1])) }
      }
      branch.value.last?.loadingStarted()
      #expect(parent.isLoading)
      await Task.detached { branch.setValue([]) }.value
      await wait { !parent.isLoading }
      #expect(!parent.isLoading)
    }
  }

  // MARK: Balance

  @Test(.notRepeated) func aThousandRandomTreesGiveBackEverything() async {
    for seed in 0..<1_000 {
      var generator = SeededGenerator(seed: seed)
      let root = ScreenState()
      var states = [root]
      for _ in 0..<30 {
        let index = Int.random(in: 0..<states.count, using: &generator)
        let state = states[index]
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: states.append(ScreenState(states: state))
        case 2: states.append(ScreenState(states: state, options: .loading))
        case 3: if index > 0 { states.remove(at: index) }
        case 4, 5, 6: state.loadingStarted()
        case 7: state.loadingFinished()
        case 8: state.isLoading = true
        case 9: state.isLoading = false
        case 10: state.displayError = DisplayableError(message: "error")
        default: state.displayError = nil
        }
      }
      states = []
      for _ in 0..<30 { root.loadingFinished() }
      root.displayError = nil
      await wait { !root.isLoading }
      if root.isLoading { Issue.record("The root still loads, seed \(seed)") }
    }
  }

  @Test(.notRepeated) func aThousandRandomTreesLoadWhileAnyOfTheirStatesDoes() async {
    for seed in 0..<1_000 {
      var generator = SeededGenerator(seed: seed)
      var states = [ScreenState()]
      var parents: [Int?] = [nil]
      var counts = [0]
      for _ in 0..<30 {
        let index = Int.random(in: 0..<states.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          states.append(ScreenState(states: states[index]))
          parents.append(index)
          counts.append(0)
        case 1, 2:
          states[index].loadingStarted()
          counts[index] += 1
        default:
          states[index].loadingFinished()
          counts[index] = max(0, counts[index] - 1)
        }
        var expected = counts.map { $0 > 0 }
        for index in states.indices.reversed() where expected[index] {
          if let parent = parents[index] { expected[parent] = true }
        }
        if states.map(\.isLoading) != expected { Issue.record("Wrong for seed \(seed)") }
      }
    }
  }

  // MARK: Steps

  private func release(_ state: LockIsolated<ScreenState?>, offTheMainThread: Bool) async {
    if offTheMainThread {
      await Task.detached { state.setValue(nil) }.value
    } else {
      state.setValue(nil)
    }
  }

  /// Returns after another child, released now, has given back to a separate parent.
  private func turn() async {
    let other = ScreenState()
    var child: ScreenState? = ScreenState(states: other)
    child?.loadingStarted()
    child = nil
    await wait { !other.isLoading }
  }
}
