import StateCore
import StateFields
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateJournal

/// Compares time travel with full copies of the states.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TravelRandomTests {
  /// A store and its expected values.
  @MainActor
  private final class Run {
    let journal = Journal()
    let store = Store(initialState: Shelf(), feature: ShelfFeature())
    let id: StoreID
    var random: SeededGenerator
    /// The values after entries, by number.
    var copies: [Int: StateSnapshot] = [:]
    /// The expected current values.
    var present = Values()
    /// The present when the travel began.
    private var start = Values()
    var effects: [(gate: Gate, sent: SentAction, apply: (inout Values, Values) -> Void)] = []
    var lastBox = 0

    struct Values: Equatable {
      var count = 0
      var title = ""
      var box: Box.ID?
      var weights: [Int: Int] = [:]
      var boxes: [Int] = []
    }

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
      id = journal.record(store)
      copies[number] = store.state.snapshot()
    }

    var number: Int { journal.entries.last?.number ?? 0 }

    var shown: Values {
      let state = store.state
      var values = Values(count: state.count, title: state.title, box: state.box?.id)
      values.boxes = state.boxes.map(\.id)
      for box in state.boxes + (state.box.map { [$0] } ?? []) {
        values.weights[box.id] = box.weight
      }
      return values
    }

    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

    /// - Returns: A description of the step.
    func step() async -> String {
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<3: send(.add(Int.random(in: 1...3, using: &random)))
      case 3: send(.rename("\(Int.random(in: 0...2, using: &random))"))
      case 4: send(.openBox(makeBox()))
      case 5: send(.closeBox)
      case 6: send(.append(makeBox()))
      case 7: send(.removeFirst)
      case 8: weigh()
      case 9: startEffect()
      case 10, 11: await openGate()
      case 12, 13: travel()
      case 14: resume()
      default: chance(3) ? commit() : stepThrough()
      }
    }

    private func makeBox() -> Int {
      lastBox += 1
      return lastBox
    }

    private func send(_ action: ShelfFeature.Action) -> String {
      store.send(action)
      if journal.travelPlace == nil { present = shown }
      return "\(action)"
    }

    private func weigh() -> String {
      guard let box = store.state.boxes.randomElement(using: &random) else { return "nothing" }
      let weight = Int.random(in: 1...9, using: &random)
      store.scope(\.boxes, id: box.id)?.send(.weigh(weight))
      if journal.travelPlace == nil { present = shown }
      return "weigh \(box.id)"
    }

    private func startEffect() -> String {
      if journal.travelPlace != nil { return "nothing" }
      let gate = Gate()
      if chance(3), let box = store.state.boxes.randomElement(using: &random) {
        let weight = Int.random(in: 1...9, using: &random)
        guard
          let sent: SentAction = store.scope(\.boxes, id: box.id)?.send(.weighLater(gate, weight))
        else { return "nothing" }
        effects.append(
          (
            gate, sent,
            { present, shown in
              // A plain write of the shown value isn't noticed.
              if shown.weights[box.id] != weight { present.weights[box.id] = weight }
            }
          )
        )
        return "weigh \(box.id) later"
      }
      if chance(3) {
        let number = makeBox()
        let sent: SentAction = store.send(.changeBothLater(gate, number))
        effects.append(
          (
            gate, sent,
            { present, _ in
              present.title += "\(number)"
              present.count += number
              present.boxes.append(100 + number)
              present.weights[100 + number] = 0
            }
          )
        )
      } else if chance(2) {
        let title = "later \(Int.random(in: 0...1, using: &random))"
        let sent: SentAction = store.send(.renameLater(gate, title))
        effects.append(
          (
            gate, sent,
            { present, shown in
              // Writing the shown value isn't detected as a change.
              if shown.title != title { present.title = title }
            }
          )
        )
      } else {
        let sent: SentAction = store.send(.addLater(gate, 10))
        effects.append((gate, sent, { present, _ in present.count += 10 }))
      }
      return "start an effect"
    }

    private func openGate() async -> String {
      guard !effects.isEmpty else { return "nothing" }
      let effect = effects.remove(at: Int.random(in: effects.indices, using: &random))
      let read = journal.travelPlace == nil ? present : shown
      effect.gate.open()
      await effect.sent.value
      // A commit may have cancelled it, before or after it began.
      guard effect.gate.hasStarted, !effect.gate.wasCancelled else {
        return "open the gate of a cancelled effect"
      }
      effect.apply(&present, read)
      return "open a gate"
    }

    private func travel() -> String {
      guard let number = copies.keys.sorted().randomElement(using: &random) else {
        return "nothing"
      }
      if let last = journal.recorder.travel?.last, number > last { return "nothing" }
      noteStart()
      journal.travel(to: number)
      return "travel to \(number)"
    }

    private func noteStart() {
      if journal.travelPlace == nil { start = present }
    }

    private func stepThrough() -> String {
      noteStart()
      let entry = journal.step(chance(2) ? .backward : .forward)
      return "step to \(entry?.number ?? 0)"
    }

    private func resume() -> String {
      let appliesWrites = !chance(3)
      if journal.travelPlace != nil, !appliesWrites { present = start }
      journal.resume(applyingWrites: appliesWrites)
      return appliesWrites ? "resume" : "resume without the writes"
    }

    private func commit() -> String {
      guard journal.travelPlace != nil else { return "nothing" }
      journal.commit()
      present = shown
      for effect in effects where effect.sent.isCancelled { effect.gate.open() }
      return "commit"
    }

    /// Returns the difference between the store and its expected values.
    func difference() -> String? {
      if let place = journal.travelPlace {
        guard let recorded = journal.state(of: id, at: place) else { return "no state at \(place)" }
        if let copy = copies[place], copy != recorded { return "state(of:at:) of \(place)" }
        return recorded == store.state.snapshot()
          ? nil : "\(recorded.differences(to: store.state.snapshot()))"
      }
      copies[number] = store.state.snapshot()
      if shown != present { return "\(shown), not \(present)" }
      return journal.state(of: id, at: number) == store.state.snapshot() ? nil : "the journal"
    }
  }

  @Test(arguments: 0..<10)
  func showsWhatCopiesSay(block: Int) async {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      let run = Run(seed: seed)
      var steps: [String] = []
      for _ in 0..<40 {
        steps.append(await run.step())
        let difference = run.difference()
        #expect(difference == nil, "seed \(seed):\n\(steps.joined(separator: "\n"))")
        if difference != nil { return }
      }
      run.journal.resume()
      for effect in run.effects {
        effect.gate.open()
        await effect.sent.value
      }
    }
  }
}
