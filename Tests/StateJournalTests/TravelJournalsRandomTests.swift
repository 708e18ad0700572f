import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal
@testable import StateRecord

/// Compares screens that share an object with twins that aren't recorded.
///
/// Journals start and stop recording the screens while they travel.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TravelJournalsRandomTests {
  @MainActor
  private struct Screens {
    let screens = [DeskScreen(), DeskScreen()]
    let boxes = [Box(1), Box(2)]

    var values: [String] {
      screens.map { "\($0.count) \($0.title) \($0.box.map { "\($0.id)" } ?? "-")" }
        + boxes.map { "\($0.weight)" }
    }
  }

  @MainActor
  private final class Run {
    private var journals = [Journal(), Journal()]
    let real = Screens()
    let twin = Screens()
    private var random: SeededGenerator
    private var ids: [[Int: StoreID]] = [[:], [:]]
    private var lastNumber = 0

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
    }

    private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private var isTravelling: Bool { journals.contains { $0.travelPlace != nil } }

    private func write(_ change: (Screens) -> Void) {
      change(real)
      change(twin)
    }

    /// - Returns: A description of the step.
    func step() -> String {
      let (journal, screen, box) = (below(2), below(2), below(2))
      lastNumber += 1
      let number = lastNumber
      switch below(16) {
      case 0, 1:
        write { $0.screens[screen].count += number }
        return "screen \(screen) + \(number)"
      case 2:
        write { $0.screens[screen].title += "\(number)" }
        return "title of \(screen) \(number)"
      case 3, 4:
        write { $0.screens[screen].box = $0.boxes[box] }
        return "screen \(screen) has \(box)"
      case 5:
        write { $0.screens[screen].box = nil }
        return "screen \(screen) has none"
      case 6, 7:
        write { $0.boxes[box].weight += number }
        return "box \(box) + \(number)"
      case 8, 9:
        Frame.endTurn()
        return "turn"
      case 10:
        Frame.endTurn()
        if ids[journal][screen] == nil {
          ids[journal][screen] = journals[journal].record(real.screens[screen])
        }
        return "journal \(journal) records \(screen)"
      case 11:
        Frame.endTurn()
        if let id = ids[journal].removeValue(forKey: screen) { journals[journal].stopRecording(id) }
        return "journal \(journal) stops \(screen)"
      case 12:
        Frame.endTurn()
        let entries = journals[journal].entries
        guard let entry = entries.randomElement(using: &random) else { return "nothing" }
        let travels = journals[journal].travel(to: entry.number)
        return "journal \(journal) travels to \(entry.number): \(travels)"
      case 13, 14:
        Frame.endTurn()
        journals[journal].resume()
        return "journal \(journal) resumes"
      default:
        Frame.endTurn()
        journals[journal] = Journal()
        ids[journal] = [:]
        return "journal \(journal) is new"
      }
    }

    func end() {
      Frame.endTurn()
      for journal in journals { journal.resume() }
      Frame.endTurn()
    }

    /// Returns the difference between the current state and the twin, while it is shown.
    func difference() -> String? {
      if isTravelling || real.values == twin.values { return nil }
      return "\(real.values), not \(twin.values)"
    }
  }

  @Test(arguments: Array(seedsOnOneThread(0..<500)))
  func thePresentIsThatOfATwin(seed: Int) {
    let run = Run(seed: seed)
    var steps: [String] = []
    for _ in 0..<40 {
      steps.append(run.step())
      let difference = run.difference()
      #expect(difference == nil, "seed \(seed): \(steps)")
      if difference != nil { return }
    }
    run.end()
    let difference = run.difference()
    #expect(difference == nil, "seed \(seed), at the end: \(steps)")
  }
}
