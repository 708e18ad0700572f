/// The app's services for a screen.
@MainActor
struct ScreenContext {
  let navigate: (Navigation) -> Void
  let work: StartedWork
}
