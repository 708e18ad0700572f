public import FeatureStore
import StateFields

extension TestStore where F: OutputFeature {
  /// Asserts the next output of the feature.
  ///
  /// It waits for the output if necessary. The output must be `Equatable`; for other outputs, use
  /// `receive(outputWhere:)`. Assert outputs in their order, independently of received actions. If `exhaustivity` isn't
  /// `.on`, other outputs before it are skipped.
  @discardableResult
  public func receive(
    output: F.Output,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    let location = Location(file: file, line: line)
    let name = "the output \(ValueText.describe(output))"
    guard let expected = output as? any Equatable else {
      let type = ValueText.name(of: F.Output.self)
      fail(
        "\(name) can't be compared: \(type) is not Equatable. Use `receive(outputWhere:)`.",
        at: location
      )
      return state
    }
    await receiveOutput(name, at: location) { isEqual(expected, $0) }
    return state
  }

  /// Asserts the next output of the feature by a condition.
  @discardableResult
  public func receive(
    outputWhere matches: (F.Output) -> Bool,
    file: StaticString = #file,
    line: UInt = #line
  ) async -> F.State {
    await receiveOutput("a matching output", at: Location(file: file, line: line)) { output in
      (output as? F.Output).map(matches) ?? false
    }
    return state
  }

  private func receiveOutput(
    _ name: String,
    at location: Location,
    _ matches: (any Sendable) -> Bool
  ) async {
    record.location = location
    let limit = startLimit()
    defer { limit.timer.cancel() }
    while !limit.hasPassed.isRaised {
      await waitUntilIdle { [record] in record.hasOutput }
      guard let output = record.takeOutput() else { break }
      if matches(output) { return }
      let text = ValueText.describe(output)
      if exhaustivity == .on {
        return fail("Received the output \(text), expected \(name)", at: location)
      }
      showUnasserted([text], after: name)
    }
    reportNotReceived(name, at: location)
  }
}
