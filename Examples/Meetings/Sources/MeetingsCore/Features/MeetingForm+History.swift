package import StateHistory
package import ViewFeature

extension MeetingForm {
  /// Creates the steps of the form, which end with it.
  @MainActor
  package static func history(of store: Store<Self>) -> History {
    History(
      of: store,
      \.meeting,
      name: { action in
        switch action {
        case .addSpeaker: "Add Speaker"
        case .removeSpeaker: "Remove Speaker"
        default: nil
        }
      }
    )
  }
}
