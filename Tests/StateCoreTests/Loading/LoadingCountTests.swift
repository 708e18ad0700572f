import StateCore
import StateTestSupport
import Testing

struct LoadingCountTests {
  @Test func nothingLoadsAtFirst() {
    #expect(!LoadingCount().isLoading)
  }

  @Test func eachStartNeedsItsFinish() {
    var count = LoadingCount()
    count.start()
    count.start()
    count.finish()
    #expect(count.isLoading)
    count.finish()
    #expect(!count.isLoading)
  }

  @Test func finishWithoutStartIsNotOwed() {
    var count = LoadingCount()
    count.finish()
    count.childFinished()
    count.start()
    #expect(count.isLoading)
  }

  @Test func childCannotEndTheStatesOwnWork() {
    var count = LoadingCount()
    count.start()
    count.childFinished()
    #expect(count.isLoading)
  }

  @Test func ownFinishCannotEndAChildsWork() {
    var count = LoadingCount()
    count.childStarted()
    count.finish()
    #expect(count.isLoading)
  }

  // 6.1.4
  @Test(arguments: [LoadingOperation.finish, .childFinished])
  func errorHidesLoadingAlsoAfterAFinish(_ finish: LoadingOperation) {
    var count = LoadingCount()
    for _ in 0..<2 {
      count.start()
      count.childStarted()
    }
    count.errorShown()
    #expect(!count.isLoading)
    finish.apply(to: &count)
    #expect(!count.isLoading)
  }

  @Test(arguments: [LoadingOperation.start, .childStarted])
  func nextStartEndsTheHiding(_ start: LoadingOperation) {
    var count = LoadingCount()
    count.start()
    count.errorShown()
    start.apply(to: &count)
    #expect(count.isLoading)
  }

  @Test func clearedErrorLeavesItToTheCount() {
    var count = LoadingCount()
    count.start()
    count.errorShown()
    count.errorCleared()
    #expect(count.isLoading)
    count.finish()
    count.errorShown()
    count.errorCleared()
    #expect(!count.isLoading)
  }

  @Test func writeShowsUntilTheCountChanges() {
    var count = LoadingCount()
    count.write(true)
    #expect(count.isLoading)
    count.finish()  // Nothing was started, so nothing changes.
    #expect(count.isLoading)
    count.start()
    count.write(false)
    #expect(!count.isLoading)
    count.start()
    #expect(count.isLoading)
  }

  @Test func writeDoesNotChangeTheCount() {
    var count = LoadingCount()
    count.start()
    count.start()
    count.write(false)
    count.finish()
    #expect(count.isLoading)
    count.finish()
    #expect(!count.isLoading)
  }

  // 6.1.5
  @Test func writeOfTheShownValueChangesNothing() {
    for operations in allSequences(of: LoadingOperation.allCases, upTo: 3) {
      var count = LoadingCount()
      for operation in operations { operation.apply(to: &count) }
      let before = count
      count.write(count.isLoading)
      #expect(count == before, "\(operations)")
    }
  }

  @Test(.notRepeated) func allSequencesOfSixOperationsFollowTheModel() {
    var wrong: [[LoadingOperation]] = []
    var sequence: [LoadingOperation] = []
    func extend(_ count: LoadingCount, _ model: LoadingModel) {
      if count.isLoading != model.isLoading { wrong.append(sequence) }
      guard sequence.count < 6 else { return }
      for operation in LoadingOperation.allCases {
        var nextCount = count
        var nextModel = model
        operation.apply(to: &nextCount)
        nextModel.apply(operation)
        sequence.append(operation)
        extend(nextCount, nextModel)
        sequence.removeLast()
      }
    }
    extend(LoadingCount(), LoadingModel())
    #expect(wrong.isEmpty, "\(wrong.count) sequences, such as \(wrong.prefix(3))")
  }
}

enum LoadingOperation: CaseIterable {
  case start
  case finish
  case childStarted
  case childFinished
  case writeTrue
  case writeFalse
  case errorShown
  case errorCleared

  func apply(to count: inout LoadingCount) {
    switch self {
    case .start: count.start()
    case .finish: count.finish()
    case .childStarted: count.childStarted()
    case .childFinished: count.childFinished()
    case .writeTrue: count.write(true)
    case .writeFalse: count.write(false)
    case .errorShown: count.errorShown()
    case .errorCleared: count.errorCleared()
    }
  }
}

/// A literal model of the rules: the history, and the consequences of its last operation.
private struct LoadingModel {
  private var history: [LoadingOperation] = []

  mutating func apply(_ operation: LoadingOperation) {
    switch operation {
    case .finish where running(.start, .finish) == 0: break
    case .childFinished where running(.childStarted, .childFinished) == 0: break
    default: history.append(operation)
    }
  }

  var isLoading: Bool {
    switch history.last {
    case .writeTrue: true
    case .writeFalse: false
    default:
      !isHidden && running(.start, .finish) + running(.childStarted, .childFinished) > 0
    }
  }

  private var isHidden: Bool {
    let deciding: [LoadingOperation] = [.start, .childStarted, .errorShown, .errorCleared]
    return history.last { deciding.contains($0) } == .errorShown
  }

  private func running(_ start: LoadingOperation, _ finish: LoadingOperation) -> Int {
    history.count { $0 == start } - history.count { $0 == finish }
  }
}
