/// What a screen has from the app that it is in.
@MainActor
struct ScreenContext {
  let navigate: (Navigation) -> Void
  let work: StartedWork
}
