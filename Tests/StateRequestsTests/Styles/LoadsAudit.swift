import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting

/// What a screen shows of a resource.
struct LoadsView {
  let value: [String]?
  let loadedAt: Duration?
  let isLoading: Bool
  let isPausing: Bool
  let isInvalidated: Bool
  let hasError: Bool

  init(_ resource: Resource<[String]>) {
    self.init(resource, value: resource.value)
  }

  init(_ resource: Resource<OptimisticValue<[String]>>) {
    self.init(resource, value: resource.value?.value)
  }

  private init<Value>(_ resource: Resource<Value>, value: [String]?) {
    self.value = value
    loadedAt = resource.loadedAt.map { .seconds($0.timeIntervalSinceReferenceDate) }
    isLoading = resource.isLoading
    isPausing = resource.retry != nil
    isInvalidated = resource.isInvalidated
    hasError = resource.error != nil
  }

  func differences(from model: LoadsModel) -> [String] {
    var faults: [String] = []
    func check<Part: Equatable>(_ name: String, _ part: Part, _ expected: Part) {
      if part != expected { faults.append("\(name) is \(part), not \(expected)") }
    }
    check("the value", value, model.content?.value)
    check("the load", isLoading, model.isLoading)
    check("the pause", isPausing, model.isPausing)
    if !isLoading { check("the error", hasError, model.hasError) }
    guard value != nil else { return faults }
    check("the date", loadedAt, model.loadedAt)
    check("the invalidation", isInvalidated, model.isInvalidated)
    return faults
  }
}

/// The rules that hold for all programs, whatever meets.
struct LoadsAudit {
  var cancelled: Set<Int> = []
  /// The number of inputs that may cause a load.
  var reasons = 0
  /// The number of calls before the last set value or reset.
  var barrier = 0
  var wasReset = false

  @MainActor
  func faults(of view: LoadsView, _ service: LoadsService) -> [String] {
    var faults: [String] = []
    if let number = view.value?.first.flatMap({ Int($0) }) {
      let call = service.calls[number - 1]
      if number <= barrier { faults.append("\(number) is visible after a set value or a reset") }
      if call.isFailing.value || !call.gate.isOpen { faults.append("\(number) has no answer") }
    }
    if service.calls.count > reasons {
      faults.append("\(service.calls.count) loads have \(reasons) reasons")
    }
    return faults
  }

  /// The outcomes after all callers have returned.
  func faults(ofEnded callers: [Int: LoadsCaller], _ outcomes: [Int: LoadsOutcome]) -> [String] {
    callers.values.sorted { $0.id < $1.id }.compactMap { caller in
      let isCancelled = cancelled.contains(caller.id)
      switch outcomes[caller.id] {
      case nil: return isCancelled ? nil : "\(caller) hasn't ended"
      case .cancelled: return isCancelled || wasReset ? nil : "\(caller) wasn't cancelled"
      case .failed, .content: return caller.isWatch ? "\(caller) has returned" : nil
      }
    }
  }
}
