import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct CallbacksTests {
  private enum Event: Sendable {
    case edited, deleted, created, cancelled
  }

  private struct Child: View {
    @Environment(\.onEditedAction) private var onEdited
    @Environment(\.onDeletedAction) private var onDeleted
    @Environment(\.onCreatedAction) private var onCreated
    @Environment(\.onCancelledAction) private var onCancelled
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      button("Edit", onEdited)
      button("Delete", onDeleted)
      button("Create", onCreated)
      button("Cancel", onCancelled)
    }

    private func button(_ title: String, _ action: AsyncActionVoid?) -> some View {
      Button(title) {
        action?.execute()
        dismiss()
      }
      .disabled(action == nil)
    }
  }

  private struct Parent: View {
    @State private var showsSheet = false
    let events: AsyncStream<Event>.Continuation

    var body: some View {
      Button("Open") { showsSheet = true }
        .sheet(isPresented: $showsSheet) { Child() }
        .onEdited { events.yield(.edited) }
        .onDeleted { events.yield(.deleted) }
        .onCreated { events.yield(.created) }
        .onCancelled { events.yield(.cancelled) }
    }
  }

  @Test(arguments: [
    ("Edit", Event.edited), ("Delete", .deleted), ("Create", .created), ("Cancel", .cancelled),
  ])
  private func callbackReachesTheSheet(button: String, event: Event) async throws {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    let host = ViewHost(Parent(events: continuation))

    try host.tap("Open")
    #expect(host.sheet != nil)
    try host.tap(button)

    #expect(await events.firstElement() == event)
    #expect(host.sheet == nil)
  }

  @Test func innerCallbackTakesThePlaceOfTheOuter() async throws {
    let (events, continuation) = AsyncStream<String>.makeStream()
    let host = ViewHost(
      Child()
        .onEdited { continuation.yield("inner") }
        .onEdited { continuation.yield("outer") }
    )

    try host.tap("Edit")

    #expect(await events.firstElement() == "inner")
  }

  @Test(arguments: ["Edit", "Delete", "Create", "Cancel"])
  func withoutAParentThereIsNoCallback(button: String) {
    let host = ViewHost(Child())

    #expect(throws: ViewHostError.disabled(button)) { try host.tap(button) }
  }
}
