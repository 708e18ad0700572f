import ScreenStateKit
import StateTesting
import Testing

/// The flags of a paged state, asserted like those of any other state.
@MainActor
struct PagedScreenStateRecordingTests {
  @Observable @MainActor
  final class WordsState: PagedScreenState<Word, Int>, StateUpdatable, SnapshotState {
    static let snapshotFields = SnapshotFields<WordsState> {
      SnapshotField("isLoading", \.isLoading)
    }.loadmore()
  }

  @Test func flagsCanBeAsserted() throws {
    let state = WordsState()
    let recorder = StateRecorder(state, expected: WordsState())
    state.pager.receive(.init(items: words(1), next: 2), for: state.pager.refresh())
    recorder.expect { $0.updateDidLoadAllData(false) }
    state.pager.receive(.init(items: words(2), next: nil), for: try require(state.pager.next()))
    recorder.expect { $0.updateDidLoadAllData(true) }
    recorder.expectNoMoreChanges()
  }

  @Test func flagsThatWereRestoredGiveWayToThePager() {
    let state = WordsState()
    let old = state.snapshot()
    state.pager.receive(.init(items: words(1), next: 2), for: state.pager.refresh())
    #expect(state.canShowLoadmore)
    state.restore(old)
    #expect(!state.canShowLoadmore)
    _ = state.pager.next()
    #expect(state.canShowLoadmore)
  }
}
