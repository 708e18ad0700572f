import StateFields
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Reactions to changes that are made while a state shows earlier values.
///
/// They are simulated: no other test runs while they travel.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TravelReactionsTests {
  struct Kid: Feature {
    @MainActor @Observable final class State: SnapshotState, Identifiable {
      let id: Int
      var age = 0
      var seen: [String] = []

      init(_ id: Int) {
        self.id = id
      }

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("age", \.age)
        SnapshotField("seen", \.seen)
      }
    }

    enum Action: Sendable { case none }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
        .onChange(of: \.age) { old, new, state in state.seen.append("\(old) to \(new)") }
    }
  }

  struct Family: Feature {
    @MainActor @Observable final class State: SnapshotState {
      var kids: [Kid.State] = []
      var years = 0

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("kids", children: \.kids)
        SnapshotField("years", \.years)
      }
    }

    enum Action: Sendable {
      case add(Int)
      case addLater(Int, Gate, growing: Gate)
    }

    let kids = ChildCollection(\State.kids, Kid())

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add(let id):
          state.kids.append(Kid.State(id))
          return .none
        case .addLater(let id, let gate, let growing):
          return .run { state in
            await gate.passStubbornly()
            // The first write of a turn brings the present in.
            state.years += 1
            state.kids.append(Kid.State(id))
            await growing.passStubbornly()
            state.years += 1
            for kid in state.kids { kid.age += 1 }
          }
        }
      }
    }
  }

  /// A feature whose handler may travel or suspend.
  struct Traveller: Feature {
    @MainActor @Observable final class State: SnapshotState {
      var age = 0
      var seen: [String] = []

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("age", \.age)
        SnapshotField("seen", \.seen)
      }
    }

    enum Action: Sendable {
      case grow
      case travel
      case wait(Gate)
    }

    let travel: @MainActor @Sendable () -> Void

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { [travel] action, state in
        state.age += 1
        switch action {
        case .grow: break
        case .travel: travel()
        case .wait(let gate):
          await gate.passStubbornly()
          state.age += 1
        }
        return .none
      }
      .onChange(of: \.age) { old, new, state in state.seen.append("\(old) to \(new)") }
    }
  }

  private let journal = Journal()
  private let store = Store(initialState: Family.State(), feature: Family())
  private let gates = [Gate(), Gate()]

  init() {
    journal.record(store)
  }

  /// Travels while an effect adds a child, and later changes all children.
  private func travelDuringTheEffect() async {
    let past = journal.entries.last?.number ?? 0
    store.send(.add(1))
    let sent: SentAction = store.send(.addLater(2, gates[0], growing: gates[1]))
    journal.travel(to: past)
    for gate in gates {
      await gate.waitUntilStarted()
      gate.open()
    }
    await sent.value
    #expect(store.state.kids.isEmpty)
  }

  @Test(.needsVirtualTime, .simulated) func aChildThatComesMeanwhileReactsToLaterChanges() async {
    await travelDuringTheEffect()
    journal.resume()
    #expect(store.state.kids.map(\.seen) == [["0 to 1"], ["0 to 1"]])
  }

  @Test(.needsVirtualTime, .simulated) func aCommitHasNoReactions() async {
    await travelDuringTheEffect()
    let kids = store.scope(\.kids, id: 1)
    journal.commit()
    #expect(store.state.kids.isEmpty)
    #expect(kids == nil)
  }

  @Test(.needsVirtualTime, .simulated) func aChildThatIsLeftOutHasNoReactions() async {
    await travelDuringTheEffect()
    journal.resume(applyingWrites: false)
    #expect(store.state.kids.map(\.id) == [1])
    #expect(store.state.kids.map(\.age) == [0])
    #expect(store.state.kids.map(\.seen) == [[]])
  }

  @Test(.needsVirtualTime, .simulated) func aHandlerThatTravelsReactsAfterTheTravel() async {
    let traveller = Store(
      initialState: Traveller.State(),
      feature: Traveller { [journal] in
        let past = journal.entries.last { if case .storeMade = $0.kind { true } else { false } }
        if let past { #expect(journal.travel(to: past.number)) }
      }
    )
    journal.record(traveller)
    await traveller.send(.grow).value
    await traveller.send(.travel).value
    #expect(traveller.isTravelling)
    journal.resume()
    #expect(traveller.state.age == 2)
    #expect(traveller.state.seen == ["0 to 1", "1 to 2"])
  }

  @Test(.needsVirtualTime, .simulated) func aHandlerThatEndsInATravelReactsAfterIt() async {
    let traveller = Store(initialState: Traveller.State(), feature: Traveller {})
    journal.record(traveller)
    await traveller.send(.grow).value
    let past = journal.entries.last?.number ?? 0
    let gate = Gate()
    let sent: SentAction = traveller.send(.wait(gate))
    await gate.waitUntilStarted()
    journal.travel(to: past)
    gate.open()
    await sent.value
    await settle()
    #expect(traveller.state.seen == ["0 to 1"])
    journal.resume()
    #expect(traveller.state.age == 3)
    #expect(traveller.state.seen == ["0 to 1", "1 to 3"])
  }
}
