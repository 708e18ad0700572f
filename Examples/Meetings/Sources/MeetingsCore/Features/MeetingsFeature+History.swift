package import StateHistory
package import ViewFeature

extension MeetingsFeature {
  /// Creates the steps of the list: added, changed and deleted meetings.
  @MainActor
  package static func history(of store: Store<Self>) -> History {
    History(of: store, \.library.meetings) { action in
      // The user hasn't made the meetings that come from the file.
      action == .load || action == .setAside
    } name: { action in
      switch action {
      case .added: "Add Meeting"
      case .edited: "Edit Meeting"
      case .detail(_, .deleted): "Delete Meeting"
      case .recording: "Record Meeting"
      default: nil
      }
    }
  }
}
