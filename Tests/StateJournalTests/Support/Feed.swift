import Observation
import ScreenStateKit

/// A screen with a resource, a list of pages, and plain fields.
@MainActor @Observable
final class Feed: PagedScreenState<Feed.Row, Int>, SnapshotState, StateUpdatable {
  struct Row: Identifiable, Hashable, Sendable {
    let id: Int
  }

  var news = Resource<[Int]>()
  var likes = 0
  var count = 0

  static let snapshotFields = SnapshotFields<Feed> {
    SnapshotField("isLoading", \.isLoading)
    SnapshotField("displayError", \.displayError)
    SnapshotField("news", \.news)
    SnapshotField("likes", \.likes)
    SnapshotField("pager", \.pager)
    SnapshotField("count", \.count)
  }
}
