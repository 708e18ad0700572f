import Foundation
import ScreenStateKit
import StateTestSupport
import Testing

/// All short sequences of loads and changes of a list, compared with `ReferenceList`.
struct LoadableProgramsTests {
  private let length = areAllProgramsTested ? 6 : 5

  @Test(.notRepeated) func everyLoadableFollowsTheModel() {
    expectNone { program in
      var (content, model) = (Loadable<[Int]>.idle, ReferenceList())
      return program.contains { step in
        model.take(step)
        content.take(step)
        return content != model.content
      }
    }
  }

  @Test(.notRepeated) func everyResourceFollowsTheModel() {
    expectNone { program in
      var (resource, model) = (Resource<[Int]>(), ReferenceList())
      var load: Resource<[Int]>.Load?
      return program.contains { step in
        model.take(step)
        resource.take(step, &load)
        return resource.content != model.content
      }
    }
  }

  private func expectNone(isWrong: ([ReferenceList.Step]) -> Bool) {
    var wrong: [[ReferenceList.Step]] = []
    for length in 1...length { wrong += ReferenceList.programs(of: length).filter(isWrong) }
    #expect(wrong.isEmpty, "\(wrong.count) programs, the shortest is \(wrong.first ?? [])")
  }
}

extension Loadable<[Int]> {
  fileprivate mutating func take(_ step: ReferenceList.Step) {
    switch step {
    case .loadNothing, .loadOne:
      start()
      finish(step == .loadOne ? [1] : [])
    case .fail:
      start()
      fail(ReferenceList.error)
    case .append: self = map { $0 + [2] }
    case .removeLast: self = map { $0.dropLast() }
    case .map: self = map { $0 + [2] }
    case .cancel: cancel()
    case .reload: start()
    }
  }
}

extension Resource<[Int]> {
  fileprivate mutating func take(_ step: ReferenceList.Step, _ load: inout Load?) {
    switch step {
    case .loadNothing, .loadOne: finish(step == .loadOne ? [1] : [], for: start(), at: Date())
    case .fail: fail(ReferenceList.error, for: start())
    case .append, .map: update { $0.append(2) }
    case .removeLast: update { _ = $0.popLast() }
    case .cancel: if let load { cancel(load) }
    case .reload: load = start()
    }
  }
}
