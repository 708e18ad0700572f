import StateTestSupport
import StateTesting
import Testing

@testable import StateHistory

/// Every program of up to five steps on two fields and one child of a store, with a launch at its end.
@MainActor
@Suite(.simulated(seeds: 0..<1, stepLimit: 10_000_000_000), .timeLimit(.minutes(30)))
struct HistoryShortProgramsTests {
  /// Which beginnings of three steps are continued, and which of the programs with these run.
  ///
  /// `TEST_SEEDS_FACTOR=20` runs all programs instead of about every 167th one.
  private static var strides: (beginnings: Int, programs: Int) {
    let factor = seedsOnOneThread(0..<1).count
    if factor >= 20 { return (1, 1) }
    return seedsOnOneThread(0..<14).count < 14 * factor ? (37, 41) : (1, 167 / factor)
  }

  /// Programs that begin with the same steps are parts of longer ones.
  @Test(arguments: [true, false])
  func aStoreFollowsTheModel(isFeature: Bool) async {
    let model = StudioModel(
      isFeature: isFeature,
      countsStarts: false,
      isCancelling: true,
      hasSide: false,
      limits: HistoryLimits()
    )
    let strides = Self.strides
    var programs: [[StudioStep]] = []
    var beginnings = 0
    var count = 0
    func add(_ program: [StudioStep], _ model: StudioModel) {
      if program.count == 5 {
        if count % strides.programs == 0 { programs.append(program) }
        count += 1
        return
      }
      if program.count == 3 {
        beginnings += 1
        if beginnings % strides.beginnings != 0 { return }
      }
      for step in Self.steps(in: model, program.count + 1) {
        var next = model
        _ = next.make(step)
        add(program + [step], next)
      }
    }
    add([], model)
    #expect(count > 10_000 / strides.beginnings)
    for program in programs {
      let run = await Self.run(program, model)
      if run.problems.isEmpty { continue }
      let shorter = await StudioRun.shortened(run.steps, model, true, true)
      Issue.record("\(run.problems)\n\(shorter.lines.joined(separator: "\n"))")
      return
    }
  }

  private static func run(_ program: [StudioStep], _ model: StudioModel) async -> StudioRun {
    let run = await StudioRun(model, recordsJournal: true, saves: true)
    for step in program where run.problems.isEmpty { await run.make(step) }
    if run.problems.isEmpty, run.model.isTravelling { await run.make(.resume) }
    if run.problems.isEmpty { await run.make(.launch) }
    await run.finish()
    return run
  }

  /// The steps that change something, or that must not.
  private static func steps(in model: StudioModel, _ number: Int) -> [StudioStep] {
    func set(_ field: StudioStep.Field, _ content: StudioStep.Content) -> StudioStep.Assignment {
      StudioStep.Assignment(field: field, content: content)
    }
    func child(_ serials: [Int]) -> StudioStep.Assignment {
      set(.lead, .children(serials.map { StudioStep.Place(serial: $0) }))
    }
    let unique = StudioStep.Content.text("unique \(number)")
    let open = model.effects.first.map { StudioStep.open($0.number) }
    if model.isTravelling {
      let refused = [StudioStep.change([set(.title, unique)]), .undo]
      return refused + [open, .write([set(.title, unique)]), .resume].compactMap(\.self)
    }
    let toggled = model.content(0, .title) == .text("a") ? "" : "a"
    let lead = model.content(0, .lead).serials
    let late = [set(.high, .number(10 + number))]
    var steps: [StudioStep] = [
      .change([set(.title, .text(toggled))]),
      .edit([set(.title, unique), set(.high, .number(number))]),
      .change([child(lead.isEmpty ? [number] : [])]),
      .server([set(.title, unique)]),
      .server([child([number])]),
      open ?? .later(number, [set(.title, unique)], late: late, cleanUp: []),
      .write([set(.title, .text(toggled))]),
      .travel(0),
    ]
    if let lead = lead.first { steps.append(.name(lead, "n\(number)")) }
    if !model.reference.settled.undoable.isEmpty { steps.append(.undo) }
    if !model.reference.settled.redoable.isEmpty { steps.append(.redo) }
    return steps
  }
}
