import ScreenStateKit

/// The simplest model of loads and changes of a list.
struct ReferenceList {
  enum Step: CaseIterable {
    case loadNothing, loadOne, fail, append, removeLast, map, cancel, reload
  }

  private enum Ending { case none, success, failure }

  static let error = DisplayableError(message: "broken")

  /// The list; `nil` until a load has succeeded.
  private var list: [Int]?
  private var isLoading = false
  private var ending = Ending.none

  var content: Loadable<[Int]> {
    let isEmpty = list?.isEmpty ?? true
    switch (isLoading, ending) {
    case (false, .none): return .idle
    case (true, .none): return .loading(previous: nil)
    case (false, .success): return isEmpty ? .empty : .loaded(list ?? [])
    case (true, .success):
      return isEmpty ? .loading(previous: nil, after: .empty) : .loading(previous: list)
    case (false, .failure): return .failed(Self.error, previous: list, retry: nil)
    case (true, .failure):
      return .loading(previous: list, after: .failure(Self.error, retry: nil))
    }
  }

  mutating func take(_ step: Step) {
    switch step {
    case .loadNothing, .loadOne:
      list = step == .loadOne ? [1] : []
      ending = .success
      isLoading = false
    case .fail:
      ending = .failure
      isLoading = false
    case .append, .map: list?.append(2)
    case .removeLast: _ = list?.popLast()
    case .cancel: isLoading = false
    case .reload: isLoading = true
    }
  }

  /// Returns all sequences of steps with a length.
  static func programs(of length: Int) -> [[Step]] {
    guard length > 0 else { return [[]] }
    return programs(of: length - 1).flatMap { program in Step.allCases.map { program + [$0] } }
  }
}
