/// The error of an endless wait: the awaited action may have to wait for the end of the waiting action.
///
/// The wait is a programmer error, which is logged and not shown on the screen.
struct EndlessWait: NonPresentableError {}
