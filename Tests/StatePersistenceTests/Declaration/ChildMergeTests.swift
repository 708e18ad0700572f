import Foundation
import Observation
import StateCore
import StateFields
import StateTesting
import Testing

@testable import StatePersistence

@Observable @MainActor
private final class Step: PersistentState, SnapshotState {
  let id: String
  var title = ""
  var hours = 0

  init(id: String) {
    self.id = id
  }

  static let persistence = Persistence<Step>(version: 2) {
    Persisted("title", \.title)
    Persisted("hours", \.hours) { base, here, there in here + there - (base ?? 0) }
  } migrations: {
    Migration(from: 1) { $0.rename("name", to: "title") }
  }

  static let snapshotFields = SnapshotFields<Step> { SnapshotField("title", \.title) }
}

@Observable @MainActor
private final class Plan: PersistentState {
  var name = ""
  var steps: [Step] = []
  var next: Step?

  static let persistence = Persistence<Plan>(version: 1) {
    Persisted("name", \.name)
    Persisted("steps", children: \.steps, id: \.id) { Step(id: $0) }
    Persisted("next", child: \.next, id: \.id) { Step(id: $0) }
  }
}

@Observable @MainActor
private final class Diary: PersistentState, SnapshotState {
  let plan = Plan()
  var secret: [Step] = []
  var numbered: [Step] = []

  static let persistence = Persistence<Diary>(version: 1) {
    Persisted("plan", child: \.plan)
    Persisted("secret", children: \.secret, id: \.id) { Step(id: $0) }
    Persisted("numbered", children: \.numbered) { Step(id: "") }
  }

  static let snapshotFields = SnapshotFields<Diary> {
    SnapshotField("secret", children: \.secret).redacted()
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct ChildMergeTests {
  private let memory = PersistenceMemory()
  private let clock = TestClock()

  private final class Reports {
    var conflicts: [PersistenceConflict] = []
    var errors: [SavedStateError] = []
    var fields: [String] { conflicts.map(\.field) }
  }

  private let reports = Reports()

  /// Attaches a state as in a separate process.
  private func attach(_ diary: Diary, _ reports: Reports? = nil) async throws -> SavedState<Diary> {
    try await SavedStates.attach(
      diary,
      to: PersistenceLocation(OtherProcess(memory), key: "state"),
      clock: clock,
      onError: { reports?.errors.append($0) },
      onConflict: { reports?.conflicts.append($0) }
    )
  }

  /// Changes two states with the same values, and saves the second one first.
  private func save(
    _ prepare: (Diary) -> Void = { _ in },
    here changeHere: (Diary) -> Void,
    there changeThere: (Diary) -> Void
  ) async throws -> (here: Diary, there: Diary) {
    let (here, there) = (Diary(), Diary())
    prepare(here)
    let saved = try await attach(here, reports)
    #expect(await saved.saveAll())
    let other = try await attach(there)
    changeHere(here)
    changeThere(there)
    #expect(await other.flush())
    #expect(await saved.flush())
    await other.reload()
    #expect(texts(here) == texts(there))
    #expect(!saved.hasUnsavedChanges && !other.hasUnsavedChanges)
    return (here, there)
  }

  private func text(_ step: Step) -> String { "\(step.id) \(step.title) \(step.hours)" }

  private func texts(_ diary: Diary) -> [String] {
    (diary.plan.steps + diary.secret + diary.numbered).map(text)
      + [diary.plan.name, diary.plan.next.map(text) ?? "nil"]
  }

  private func steps(_ ids: String...) -> [Step] { ids.map { Step(id: $0) } }

  // MARK: Single child

  @Test func differentFieldsOfAChildAreBothKept() async throws {
    let (here, _) = try await save {
      $0.plan.steps = steps("a", "b")
    } here: {
      $0.plan.name = "trip"
    } there: {
      $0.plan.steps[1].title = "pack"
    }
    #expect(texts(here) == ["a  0", "b pack 0", "trip", "nil"])
    #expect(reports.conflicts.isEmpty)
  }

  @Test func aMergeOfAChildIsCalledForEqualChanges() async throws {
    let (here, _) = try await save {
      $0.plan.next = Step(id: "a")
    } here: {
      $0.plan.next?.hours = 1
    } there: {
      $0.plan.next?.hours = 1
    }
    #expect(here.plan.next?.hours == 2)
    #expect(reports.conflicts.isEmpty)
  }

  @Test func aConflictNamesTheFieldOfTheChild() async throws {
    let (here, _) = try await save { _ in
    } here: {
      $0.plan.name = "here"
    } there: {
      $0.plan.name = "there"
    }
    #expect(here.plan.name == "here")
    #expect(reports.fields == ["plan.name"])
    let conflict = try #require(reports.conflicts.first)
    #expect(conflict.base == "" && conflict.here == "here" && conflict.there == "there")
  }

  @Test func aRemovedOptionalChildIsAConflictWithAChangedOne() async throws {
    let (here, _) = try await save {
      $0.plan.next = Step(id: "a")
    } here: {
      $0.plan.next = nil
    } there: {
      $0.plan.next?.title = "changed"
    }
    #expect(here.plan.next == nil)
    #expect(reports.fields == ["plan.next"])
    #expect(reports.conflicts.first?.here == .null)
    #expect(reports.conflicts.first?.there["fields"]?["title"] == "changed")
  }

  @Test func differentChildrenAreNotMerged() async throws {
    let (here, _) = try await save { _ in
    } here: {
      $0.plan.next = Step(id: "a")
    } there: {
      $0.plan.next = Step(id: "b")
      $0.plan.next?.hours = 3
    }
    #expect(here.plan.next.map(text) == "a  0")
    #expect(reports.fields == ["plan.next"])
  }

  // MARK: Lists

  @Test func anAppendedChildStaysWhenAnotherOneHasChanged() async throws {
    let (here, there) = try await save {
      $0.plan.steps = steps("a")
    } here: {
      $0.plan.steps.append(Step(id: "b"))
    } there: {
      $0.plan.steps[0].title = "changed"
      $0.plan.steps.append(Step(id: "c"))
    }
    #expect(here.plan.steps.map(text) == ["a changed 0", "c  0", "b  0"])
    #expect(there.plan.steps.map(text) == here.plan.steps.map(text))
    #expect(reports.conflicts.isEmpty)
  }

  @Test func removedChildrenStayRemoved() async throws {
    let (here, _) = try await save {
      $0.plan.steps = steps("a", "b", "c", "d")
    } here: {
      $0.plan.steps.remove(at: 0)
      $0.plan.steps[2].hours = 1
    } there: {
      $0.plan.steps.remove(at: 1)
      $0.plan.steps[2].hours = 2
    }
    #expect(here.plan.steps.map(text) == ["c  0", "d  3"])
    #expect(reports.conflicts.isEmpty)
  }

  @Test func aChangeOfARemovedChildIsAConflict() async throws {
    let (here, _) = try await save {
      $0.plan.steps = steps("a", "b")
    } here: {
      $0.plan.steps.remove(at: 0)
      $0.plan.steps[0].title = "here"
    } there: {
      $0.plan.steps[0].title = "there"
      $0.plan.steps.remove(at: 1)
    }
    #expect(here.plan.steps.map(text) == ["b here 0"])
    #expect(reports.fields == [#"plan.steps["a"]"#, #"plan.steps["b"]"#])
    #expect(reports.conflicts.map { $0.here == .null } == [true, false])
    #expect(reports.conflicts.map { $0.there == .null } == [false, true])
  }

  @Test func childrenThatBothHaveAddedAreMerged() async throws {
    let add: (Diary) -> Void = { diary in
      diary.plan.steps = [Step(id: "a")]
      diary.plan.steps[0].hours = 2
    }
    let (here, _) = try await save { _ in
    } here: {
      add($0)
    } there: {
      add($0)
    }
    #expect(here.plan.steps.map(text) == ["a  4"])
    #expect(reports.conflicts.isEmpty)
  }

  @Test func twoOrdersAreAConflict() async throws {
    let (here, _) = try await save {
      $0.plan.steps = steps("a", "b", "c")
    } here: {
      $0.plan.steps = [$0.plan.steps[2], $0.plan.steps[0], $0.plan.steps[1]]
      $0.plan.steps[0].hours = 1
    } there: {
      $0.plan.steps.swapAt(0, 1)
      $0.plan.steps[2].hours = 1
    }
    #expect(here.plan.steps.map(text) == ["c  2", "a  0", "b  0"])
    #expect(reports.fields == ["plan.steps"])
  }

  /// Two children with the same identity can't be matched.
  @Test func aListWithDuplicatesIsNotMerged() async throws {
    let (here, _) = try await save {
      $0.plan.steps = steps("a", "a")
    } here: {
      $0.plan.steps[0].title = "here"
    } there: {
      $0.plan.steps[1].title = "there"
    }
    #expect(here.plan.steps.map(text) == ["a here 0", "a  0"])
    #expect(reports.fields == ["plan.steps"])
  }

  @Test func aListWithoutIdentitiesIsNotMerged() async throws {
    let (here, _) = try await save {
      $0.numbered = steps("", "")
    } here: {
      $0.numbered[0].title = "here"
    } there: {
      $0.numbered[1].title = "there"
    }
    #expect(here.numbered.map(\.title) == ["here", ""])
    #expect(reports.fields == ["numbered"])
  }

  // MARK: Other versions

  @Test func earlierVersionsOfChildrenAreMerged() async throws {
    memory.save(
      """
      {"version":1,"fields":{"plan":{"version":1,"fields":{"steps":[
        {"id":"a","version":1,"fields":{"name":"old"}},{"id":"b","version":1,"fields":{"name":"b"}}
      ]}}}}
      """
    )
    let (here, there) = (Diary(), Diary())
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    there.plan.steps[0].title = "new"
    there.plan.steps.remove(at: 1)
    #expect(await other.flush())
    here.plan.name = "trip"
    #expect(await saved.flush())
    #expect(texts(here) == ["a new 0", "trip", "nil"])
    #expect(reports.conflicts.isEmpty)
  }

  /// The data was saved before the child had the fields.
  @Test func fieldsThatWereNotSavedHaveTheValuesOfTheLoad() async throws {
    memory.save(
      """
      {"version":1,"fields":{
        "plan":{"version":1,"fields":{"steps":[{"id":"a","version":2,"fields":{}}]}}
      }}
      """
    )
    let (here, there) = (Diary(), Diary())
    let saved = try await attach(here, reports)
    let other = try await attach(there)
    there.plan.name = "trip"
    there.plan.steps[0].title = "pack"
    #expect(await other.flush())
    here.plan.steps[0].hours = 1
    here.plan.next = Step(id: "b")
    #expect(await saved.flush())
    #expect(texts(here) == ["a pack 1", "trip", "b  0"])
    #expect(reports.conflicts.isEmpty)
  }

  @Test func aChildThatDoesNotFitIsNotMerged() async throws {
    let (here, there) = (Diary(), Diary())
    let saved = try await attach(here, reports)
    #expect(await saved.saveAll())
    let other = try await attach(there)
    there.plan.name = "there"
    #expect(await other.flush())
    let text = try #require(memory.text)
    memory.save(text.replacing(#""name":"there""#, with: #""name":7"#))
    here.plan.next = Step(id: "a")
    #expect(await saved.flush())
    // The value stays, because nothing has changed it here.
    #expect(memory.fields?["plan"]?["fields"]?["name"] == 7)
    #expect(memory.keys == ["state"])
    #expect(reports.conflicts.isEmpty)
    here.plan.name = "here"
    #expect(await saved.flush())
    #expect(memory.fields?["plan"]?["fields"]?["name"] == "here")
    #expect(memory.keys == ["state", "state.damaged-1"])
  }

  // MARK: Changes while a state loads

  @Test func aChildThatChangesWhileItLoadsIsMerged() async throws {
    let there = Diary()
    there.plan.name = "saved"
    there.plan.steps = steps("a")
    there.plan.steps[0].title = "saved"
    there.plan.steps[0].hours = 2
    #expect(try await attach(there).saveAll())

    let storage = ObservedStorage(memory)
    let here = Diary()
    storage.onNextRead {
      MainThread.run {
        here.plan.steps = [Step(id: "b"), Step(id: "a")]
        here.plan.steps[1].title = "here"
        here.plan.steps[1].hours = 1
      }
    }
    let saved = try await SavedStates.attach(
      here,
      to: storage.location,
      clock: clock,
      onConflict: { [reports] in reports.conflicts.append($0) }
    )
    #expect(await saved.flush())
    #expect(texts(here) == ["b  0", "a here 3", "saved", "nil"])
    // A loaded value causes no conflict, as for other fields of a state.
    #expect(reports.conflicts.isEmpty)
    #expect(memory.fields?["plan"]?["fields"]?["name"] == "saved")
  }

  // MARK: Reports

  @Test func aPathHasNoIdentitiesInTheLogOrBelowARedactedField() async throws {
    _ = try await save {
      $0.plan.steps = steps("a@mail")
      $0.secret = steps("b@mail")
    } here: {
      $0.plan.steps[0].title = "here"
      $0.secret[0].title = "here"
    } there: {
      $0.plan.steps[0].title = "there"
      $0.secret[0].title = "there"
    }
    #expect(reports.fields == [#"plan.steps["a@mail"].title"#, "secret[(redacted)].title"])
    #expect(
      reports.conflicts.map(\.fieldForLog)
        == ["plan.steps[(redacted)].title", "secret[(redacted)].title"]
    )
  }
}
