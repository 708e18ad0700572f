import Foundation
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Runs all small programs of effects, and compares the store with the model after each step.
///
/// `TEST_ALL_PROGRAMS=1` runs more and longer programs.
@MainActor
@Suite(.needsVirtualTime, .timeLimit(.minutes(60))) struct EffectProgramTests {
  private typealias Recipe = EffectProgram.Recipe

  private static let runsAll = ProcessInfo.processInfo.environment["TEST_ALL_PROGRAMS"] != nil

  /// One effect with two operators, followed by any two steps.
  @Test(.notRepeated, arguments: EffectProgram.Base.allCases)
  func oneEffect(base: EffectProgram.Base) async throws {
    for recipe in share(of: EffectProgram.recipes(2, [base]), one: 4) {
      try await runAll([recipe], steps: Self.runsAll ? 3 : 2)
    }
  }

  /// Two effects with one operator each.
  @Test(.notRepeated, arguments: EffectProgram.Base.allCases)
  func twoEffects(base: EffectProgram.Base) async throws {
    let seconds = EffectProgram.recipes(1)
    for first in EffectProgram.recipes(1, [base]) {
      for second in share(of: seconds, one: 12) {
        try await runAll([first, second], steps: Self.runsAll ? 3 : 2)
      }
    }
  }

  /// An effect with two operators that is sent three times.
  @Test(.notRepeated) func oneEffectThreeTimes() async throws {
    for recipe in share(of: EffectProgram.recipes(2, [.leaf]), one: 2) {
      try await runAll([recipe, recipe, recipe], steps: Self.runsAll ? 4 : 2, sendsAtOnce: true)
    }
  }

  /// Returns all elements, or a part of them, of which a sanitizer, which finds little here, gets every fifth.
  private func share<Element>(of all: [Element], one count: Int) -> [Element] {
    if Self.runsAll { return all }
    return stride(from: 0, to: all.count, by: isSanitized ? count * 5 : count).map { all[$0] }
  }

  private func runAll(_ recipes: [Recipe], steps: Int, sendsAtOnce: Bool = false) async throws {
    var choices = Choices()
    repeat {
      let run = ProgramRun(recipes, steps: steps, sendsAtOnce: sendsAtOnce, choices)
      let difference = try await simulate { await run.run() }
      choices = run.choices
      let program = run.trace.joined(separator: "\n")
      #expect(difference == nil, "\(program)")
      if difference != nil { return }
    } while choices.advance()
  }
}

/// The choices of a run, which count up like the digits of a number.
struct Choices {
  private var digits: [(value: Int, count: Int)] = []
  private var position = 0

  mutating func next(of count: Int) -> Int {
    if position == digits.count { digits.append((0, count)) }
    defer { position += 1 }
    return digits[position].value
  }

  /// Advances to the next run.
  ///
  /// Returns `false` after the last one.
  mutating func advance() -> Bool {
    position = 0
    while let last = digits.popLast() {
      if last.value + 1 < last.count {
        digits.append((last.value + 1, last.count))
        return true
      }
    }
    return false
  }
}

/// One run of a program.
@MainActor
final class ProgramRun {
  private let pair = StoreEffectsRandomTests.Pair()
  private var recipes: [EffectProgram.Recipe]
  private let steps: Int
  private let sendsAtOnce: Bool
  private var number = 0
  private(set) var choices: Choices
  private(set) var trace: [String] = []

  init(_ recipes: [EffectProgram.Recipe], steps: Int, sendsAtOnce: Bool, _ choices: Choices) {
    self.recipes = recipes.reversed()
    self.steps = steps
    self.sendsAtOnce = sendsAtOnce
    self.choices = choices
  }

  /// - Returns: The difference between store and model.
  func run() async -> String? {
    if let difference = await take(.send(recipes.removeLast())) { return difference }
    while sendsAtOnce, let next = recipes.popLast() {
      if let difference = await take(.send(next)) { return difference }
    }
    for _ in 0..<steps {
      let options = options
      if options.isEmpty { break }
      let step = options[choices.next(of: options.count)]
      if case .send = step { recipes.removeLast() }
      if let difference = await take(step) { return difference }
    }
    if let difference = await pair.finish() { return "\(difference), at the end" }
    pair.releaseStore()
    return pair.isHeld ? "the store is held" : nil
  }

  private var options: [EffectProgram.Step] {
    var options: [EffectProgram.Step] = recipes.last.map { [.send($0)] } ?? []
    for index in pair.model.waiting.indices {
      options += [.open(index, fails: false), .open(index, fails: true)]
    }
    options += (0...1).filter(pair.model.isInUse).map { .cancel(id: $0) }
    if !pair.model.isDone(0), !pair.model.actions[0].isCancelled {
      options.append(.cancelAction(0))
    }
    if !pair.model.timers.isEmpty { options.append(.pass) }
    return options
  }

  private func take(_ step: EffectProgram.Step) async -> String? {
    trace.append("\(step)")
    switch step {
    case .send(let recipe):
      pair.send(
        recipe.make {
          number += 1
          return number
        }
      )
    case .open(let index, let fails):
      pair.open(pair.model.waiting[index], fails ? .failure : .success)
    case .cancel(let id):
      pair.model.cancel(id: id)
      pair.store?.cancelTask(id: id)
    case .cancelAction(let action):
      pair.model.cancel(action: action)
      pair.sent.first { $0.action == action }?.handle.cancel()
    case .pass: break
    }
    if let difference = pair.differenceAtOnce() { return difference }
    return await pair.settle()
  }
}
