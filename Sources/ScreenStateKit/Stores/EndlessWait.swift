/// The error of a wait that could never end: the awaited action may have to wait for the end of the action that waits.
///
/// It is a programmer error: the log has it, and the screen does not show it.
struct EndlessWait: NonPresentableError {}
